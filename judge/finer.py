"""Convex parts and triangles that stand for the hull of a mesh.

Parts hold the triangles of their mesh. So a body that stays apart from the parts meets no triangle, and if one of its points is outside of what a
closed mesh encloses at the start, all of it is outside, always.
"""

from collections import Counter

from exact import ONE, fixed
from shapes import Points
from strict import Unknown, known, numbers

CUTS = 1 << 16  # units: a cut rounds by at most 2, and a triangle is cut less than 2**15 times
SLACK = 44  # what is beyond a plane by less than a part in 2**44 is not cut: it belongs to the part


def whole(n, p) -> int:
    """The scalar product in units of 2**-256, exactly."""
    return n[0] * p[0] + n[1] * p[1] + n[2] * p[2]


def cut(polygon: list, heights: list) -> tuple[list, list]:
    """What of a convex polygon is not above zero, and not below it."""
    below, above = [], []
    for i, (p, h) in enumerate(zip(polygon, heights)):
        q, g = polygon[i - 1], heights[i - 1]
        if h < 0 < g or g < 0 < h:
            crossing = tuple(a + (b - a) * g // (g - h) for a, b in zip(q, p))
            below, above = [*below, crossing], [*above, crossing]
        below, above = below + [p] * (h <= 0), above + [p] * (h >= 0)
    return below, above


def parts_of(mesh: Points, given: list) -> list[Points]:
    """The given parts, each with all that its planes hold of the mesh; refuses them if a triangle has something that no part holds.

    `n·x <= max n·v` over the vertices v holds for all normals of a part. A polygon is cut at each plane that leaves some of it beyond: that is left to the
    other parts. Polygons that share a cut share its corners, so that rounding opens no gap.
    """
    parts, slack = [], max(mesh.size >> SLACK, 1)
    for part in given:
        corners = [tuple(map(fixed, numbers(v, 3))) for v in known(part, "vertices normals")["vertices"]]
        normals = [tuple(map(fixed, numbers(n, 3))) for n in part["normals"]]
        box = [(min(v[k] for v in corners) - slack, max(v[k] for v in corners) + slack) for k in range(3)]
        parts.append((dict.fromkeys(corners), [(n, max(whole(n, v) for v in corners)) for n in normals], box))
    for triangle in mesh.triangles:
        left = [[mesh.points[i] for i in triangle]]
        for corners, planes, box in parts:
            polygons, left = left, []
            for polygon in polygons:
                inside, beyond = polygon, []
                if any(max(p[k] for p in polygon) < low or min(p[k] for p in polygon) > high for k, (low, high) in enumerate(box)):
                    inside = []
                for n, d in planes:
                    heights = [whole(n, p) - d for p in inside]
                    if max(heights, default=0) > slack * ONE:
                        inside, outside = cut(inside, heights)
                        beyond.append(outside)
                left += beyond if inside else [polygon]
                corners.update(dict.fromkeys(inside))
        if left:
            raise Unknown("the parts do not hold the mesh")
    return [Points(list(corners), 0, mesh.off + CUTS) for corners, _, _ in parts]


def is_closed(mesh: Points) -> bool:
    """Whether each edge is passed as often in one direction as in the other."""
    edges = Counter(edge for a, b, c in mesh.triangles for edge in ((a, b), (b, c), (c, a)))
    return all(count == edges[b, a] for (a, b), count in edges.items())


def is_convex(mesh: Points) -> bool:
    """Whether a mesh is its hull: closed about the mean of its vertices, and no corner of a triangle in front of a neighbour; so are points without triangles."""
    points, apexes = mesh.points, {}
    for a, b, c in mesh.triangles:
        apexes |= {(a, b): c, (b, c): a, (c, a): b}
    if len(apexes) < 3 * len(mesh.triangles) or apexes and len(set(apexes.values())) < len(points):
        return False
    total = [sum(coordinates) for coordinates in zip(*points)]
    for (a, b), c in apexes.items():
        p, (ux, uy, uz), (vx, vy, vz) = points[a], less(points[b], points[a]), less(points[c], points[a])
        n = (uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx)
        apex = apexes.get((b, a))
        if apex is None or whole(n, less(points[apex], p)) > 0 or whole(n, less(total, [len(points) * x for x in p])) >= 0:
            return False
    return True


def less(p, q) -> tuple:
    return tuple(x - y for x, y in zip(p, q))


def is_outside(mesh: Points, point, off: int) -> bool:
    """Whether a closed mesh winds zero times around a point that may be off: by the triangles that a ray along an axis passes, certainly."""
    reach = 4 * (mesh.off + off + 4)
    for axis in range(3):
        winding, certain = 0, True
        for triangle in mesh.triangles:
            a, b, c = (tuple(mesh.points[i][axis - k] - point[axis - k] for k in range(3)) for i in triangle)
            if any(min(a[k], b[k], c[k]) > reach or max(a[k], b[k], c[k]) < -reach for k in (1, 2)):
                continue
            size = max(map(abs, (*a, *b, *c))) + reach
            # The sides of the ray by which the edges pass, and how far along the ray the triangle is, times the sum of these.
            sides = [p[1] * q[2] - p[2] * q[1] for p, q in ((b, c), (c, a), (a, b))]
            if min(sides) < -reach * size and max(sides) > reach * size:
                continue
            along = sum(s * p[0] for s, p in zip(sides, (a, b, c)))
            certain &= min(map(abs, sides)) > reach * size and abs(along) > 8 * reach * size * size
            winding += (1 if sides[0] > 0 else -1) * (along * sides[0] > 0)
        if certain:
            return winding == 0
    return False
