"""Convex shapes by their heights along a direction, and how far they reach from an axis.

`top(m)` is not below `max m·x` over the points x of the shape, for the numbers of m as they are. `reach(z, o)` is not below the distance of any
point of the shape from the line through o along the unit vector z, as they are. `size` is not below any |x|.
"""

from functools import cached_property

from exact import IDENTITY, ONE, Pose, cross, dot, fixed, fixed_up, norm, up

# Sums of products of floats are off by less than 2**-46 of their largest terms: what is within 2**-40 of these below the largest value is looked
# at in integers, so floats choose and never decide.
NEAR = 2.0**-40
SIGNS = [tuple(1 if i >> k & 1 else -1 for k in range(3)) for i in range(8)]


def distance(p, z, o) -> int:
    """Not below that of a point from a line; three coordinates are cut off by less than 2 units together."""
    return norm(cross(z, (p[0] - o[0], p[1] - o[1], p[2] - o[2]))) + 2


class Points:
    """The hull of points that may be off by `off`, swept by a ball of `radius`; of a mesh with its triangles, as it was before it was placed."""

    def __init__(self, points: list, radius: int = 0, off: int = 0, triangles=(), unplaced: "Points | None" = None, place: Pose = IDENTITY):
        self.points, self.radius, self.off = points, radius, off
        self.triangles, self.unplaced, self.place, self.is_inside = triangles, unplaced or self, place, False  # is_inside: it stands for what a mesh encloses

    @cached_property
    def size(self) -> int:
        return max(map(norm, self.points)) + self.radius + self.off

    @cached_property
    def floats(self) -> tuple[list, float]:
        floats = [(x / ONE, y / ONE, z / ONE) for x, y, z in self.points]
        return floats, max(max(map(abs, p)) for p in floats)

    def top(self, m) -> int:
        return self.core(m) + up(self.radius * norm(m))

    def core(self, m) -> int:
        """The top of the points alone."""
        floats, largest = self.floats
        a, b, c = (x / ONE for x in m)
        heights = [a * x + b * y + c * z for x, y, z in floats]
        least = max(heights) - NEAR * largest * (abs(a) + abs(b) + abs(c))
        best = max(dot(m, self.points[i]) for i, height in enumerate(heights) if height >= least)
        return best + 1 + up(self.off * norm(m))

    def reach(self, z, o) -> int:
        """|x - o|² - (z·(x - o))² in floats, |z × (x - o)| in integers."""
        floats, largest = self.floats
        (a, b, c), (p, q, r) = (x / ONE for x in z), (x / ONE for x in o)
        squares = []
        for x, y, w in floats:
            x, y, w = x - p, y - q, w - r
            along = a * x + b * y + c * w
            squares.append(x * x + y * y + w * w - along * along)
        least = max(squares) - 16 * NEAR * (largest + max(abs(p), abs(q), abs(r))) ** 2
        far = max(distance(self.points[i], z, o) for i, square in enumerate(squares) if square >= least)
        return far + self.radius + self.off

    def posed(self, pose: Pose) -> "Points":
        off = up(pose.turned * self.size) + pose.moved + 3
        if pose is IDENTITY:
            return self
        moved = Points([pose.point(p) for p in self.points], self.radius, self.off + off, self.triangles, self.unplaced, pose.then(self.place))
        moved.is_inside = self.is_inside
        return moved


class Round:
    """A core with a closed form of its own, swept by a ball of `radius`. Each list of balls, point and radius, has the shape in its hull: that is for the reach."""

    def __init__(self, core, clouds: list, size: int, inside=(0, 0, 0), off: int = 0, radius: int = 0):
        self.core, self.clouds, self.size, self.points, self.off, self.radius = core, clouds, size, [inside], off, radius

    def top(self, m) -> int:
        return self.core(m) + up(self.radius * norm(m))

    def reach(self, z, o) -> int:
        return min(max(distance(p, z, o) + r for p, r in cloud) for cloud in self.clouds)

    def posed(self, pose: Pose) -> "Round":
        """m·(R x + t) = (Rᵀm)·x + m·t, with Rᵀm off by `turned |m|` and 2 units; corners are less than 2 sizes away."""
        off = up(2 * pose.turned * self.size) + pose.moved + 3

        def core(m) -> int:
            return self.core(pose.turn_back(m)) + dot(m, pose.move) + 1 + up(off * norm(m)) + up(2 * self.size)

        clouds = [[(pose.point(p), r + off) for p, r in cloud] for cloud in self.clouds]
        return self if pose is IDENTITY else Round(core, clouds, self.size + norm(pose.move) + off, pose.point(self.points[0]), self.off + off, self.radius)


def polytope(vertices, polygons=()) -> Points:
    """Coordinates that are no whole number of units are rounded down: off by less than 2 units together. Polygons are fanned from their first corner."""
    points: dict = {}
    places = [points.setdefault(tuple(map(fixed, v)), len(points)) for v in vertices]
    triangles = [(places[p[0]], places[b], places[c]) for p in polygons for b, c in zip(p[1:], p[2:])]
    return Points(list(points), 0, 2, triangles)


def surface(mesh: Points, solid: bool) -> list[Points]:
    """The triangles of a mesh, and last, where it is solid, what they enclose."""
    enclosed = Points(mesh.points, mesh.radius, mesh.off, mesh.triangles, mesh.unplaced, mesh.place)
    enclosed.is_inside = True
    return [Points([mesh.points[i] for i in triangle], 0, mesh.off) for triangle in mesh.triangles] + [enclosed] * solid


def encloses(body) -> bool:
    """Whether a body is what a closed mesh encloses."""
    return getattr(body.shape, "is_inside", False)


def pieces(shape) -> list:
    """A point of each connected piece of a mesh; of any other shape one point."""
    leaders = list(range(len(shape.points)))

    def leader(i: int) -> int:
        while leaders[i] != i:
            leaders[i] = i = leaders[leaders[i]]
        return i

    for a, b, c in getattr(shape, "triangles", ()):
        leaders[leader(b)] = leaders[leader(c)] = leader(a)
    return [shape.points[i] for i in sorted({leader(a) for a, _, _ in getattr(shape, "triangles", ())})] or shape.points[:1]


def box(half_extents) -> Points:
    return polytope([[s * x for s, x in zip(signs, half_extents)] for signs in SIGNS])


def rounded(shape: "Points | Round", radius) -> "Points | Round":
    r = fixed_up(radius)
    if isinstance(shape, Points):
        return Points(shape.points, shape.radius + r, shape.off)
    clouds = [[(p, q + r) for p, q in cloud] for cloud in shape.clouds]
    return Round(shape.core, clouds, shape.size + r, shape.points[0], shape.off, shape.radius + r)


def axial(kind: str, radius, half_length, axis: int) -> Points | Round:
    """A capsule, a cylinder, or a cone with its apex at the positive end, along a coordinate axis."""
    r, h = fixed_up(radius), fixed_up(half_length)
    end = lambda level: tuple(level if i == axis else 0 for i in range(3))  # noqa: E731
    if kind == "capsule":
        return Points([end(h), end(-h)], r)
    size = norm((r, h, 0))
    clouds = [[(end(h), r if kind == "cylinder" else 0), (end(-h), r)], [((0, 0, 0), size)]]

    def top(m) -> int:
        out = up(norm((m[axis - 2], m[axis - 1], 0)) * r)
        return up(abs(m[axis]) * h) + out if kind == "cylinder" else max(up(m[axis] * h), up(-m[axis] * h) + out)

    return Round(top, clouds, size)


def ellipsoid(radii) -> Round:
    r = [fixed_up(x) for x in radii]
    clouds = [[((0, 0, 0), max(r))], [(tuple(s * x for s, x in zip(signs, r)), 0) for signs in SIGNS]]
    return Round(lambda m: norm([up(abs(a) * b) for a, b in zip(m, r)]), clouds, max(r))
