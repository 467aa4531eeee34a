"""Draws docs/pictures/arm.svg: a Panda that reaches for a mug, with the closest pair. Needs the Python package only."""

import base64
import struct
import zlib
from pathlib import Path
from xml.etree import ElementTree

import clearance as cl
import numpy as np

ROOT = Path(__file__).parents[2]
PANDA = ROOT / "testdata/robots/panda"
CONFIGURATION = [-0.45, 0.45, 0.15, -1.98, -0.1, 2.42, 0.35, 0.04]
MUG = (0.612, -0.13, 0.0)
SIZE, FINE = (840, 560), 3  # pixels; samples along each
EYE, TARGET, HEIGHT = np.array([1.5, 1.75, 0.95]), np.array([0.29, 0.0, 0.30]), 0.80
GREY, BLUE, ORANGE, TABLE = (0.80, 0.82, 0.85), (0.30, 0.52, 0.86), (0.95, 0.60, 0.22), (0.955, 0.96, 0.968)
LIGHT = np.array([0.25, 0.35, 0.9]) / np.linalg.norm([0.25, 0.35, 0.9])
CREASE = 0.72  # cosine of the angle above which an edge stays sharp


def links():
    """The vertices, triangles and poses of the links' meshes."""
    robot = cl.Robot.from_urdf(PANDA / "panda.urdf", srdf=PANDA / "panda.srdf")
    poses = robot.link_poses(CONFIGURATION)
    for link in ElementTree.parse(PANDA / "panda.urdf").iter("link"):
        for collision in link.iter("collision"):
            at, origin = poses[link.get("name")], collision.find("origin")
            numbers = {key: [float(x) for x in (origin.get(key) or "0 0 0").split()] for key in ("xyz", "rpy")} if origin is not None else {}
            own = cl.Pose(numbers.get("xyz", (0, 0, 0)), rpy=numbers.get("rpy", (0, 0, 0)))
            mesh = mesh_of(collision.find("geometry")[0])
            yield link.get("name"), mesh, placed(np.asarray(mesh.vertices), np.array(at.matrix()) @ np.array(own.matrix()))


def mesh_of(geometry):
    if geometry.tag == "mesh":
        return cl.Mesh.from_file(PANDA / geometry.get("filename"))
    half = np.array([float(x) / 2 for x in geometry.get("size").split()])
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * half
    fans = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return cl.Mesh(corners, [triangle for a, b, c, d in fans for triangle in ((a, b, c), (a, c, d))])


def placed(points, matrix):
    return points @ matrix[:3, :3].T + matrix[:3, 3]


def shading_normals(corners):
    """A normal for each corner of each triangle: the mean over the neighbours that turn by less than the crease."""
    flat = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    unit = flat / np.maximum(np.linalg.norm(flat, axis=1, keepdims=True), 1e-300)
    _, index = np.unique(corners.reshape(-1, 3).round(6), axis=0, return_inverse=True)
    index = index.reshape(-1, 3)
    around = {}
    for triangle, three in enumerate(index):
        for corner in three:
            around.setdefault(corner, []).append(triangle)
    normals = np.empty_like(corners)
    for triangle, three in enumerate(index):
        for k, corner in enumerate(three):
            near = [t for t in around[corner] if unit[t] @ unit[triangle] > CREASE]
            mean = flat[near].sum(axis=0)
            normals[triangle, k] = mean / max(np.linalg.norm(mean), 1e-300)
    return normals


def chunk(kind, data):
    """A piece of a PNG file."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


class Picture:
    """Colours and depths of samples, as an orthographic camera sees them."""

    def __init__(self):
        forward = (TARGET - EYE) / np.linalg.norm(TARGET - EYE)
        right = np.cross(forward, [0, 0, 1])
        right /= np.linalg.norm(right)
        self.axes = np.array([right, np.cross(forward, right), forward])
        self.width, self.height = (side * FINE for side in SIZE)
        self.colour = np.ones((self.height, self.width, 3))
        self.depth = np.full((self.height, self.width), np.inf)

    def seen(self, points):
        """Samples along x and y, and the depth."""
        at = (points - TARGET) @ self.axes.T
        at[:, :2] *= self.height / HEIGHT
        return at + [self.width / 2, self.height / 2, 0]

    def draw(self, corners, colour, normals=None):
        normals = shading_normals(corners) if normals is None else normals
        shades = 0.54 + 0.42 * np.clip(normals @ LIGHT, 0, 1) + 0.10 * np.clip(-normals @ self.axes[2], 0, 1)
        for seen, shade in zip(self.seen(corners.reshape(-1, 3)).reshape(-1, 3, 3), shades, strict=True):
            self.triangle(seen, shade, np.array(colour))

    def triangle(self, seen, shade, colour):
        low = np.maximum(np.floor(seen[:, :2].min(axis=0)).astype(int), 0)
        high = np.minimum(np.ceil(seen[:, :2].max(axis=0)).astype(int) + 1, [self.width, self.height])
        if (high <= low).any():
            return
        y, x = np.mgrid[low[1] : high[1], low[0] : high[0]] + 0.5
        (ax, ay, _), (bx, by, _), (cx, cy, _) = seen
        area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
        if abs(area) < 1e-12:
            return
        v = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area
        w = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area
        u = 1 - v - w
        depth = u * seen[0, 2] + v * seen[1, 2] + w * seen[2, 2]
        window = slice(low[1], high[1]), slice(low[0], high[0])
        front = (u >= 0) & (v >= 0) & (w >= 0) & (depth < self.depth[window])
        self.depth[window][front] = depth[front]
        lit = (u * shade[0] + v * shade[1] + w * shade[2])[front]
        self.colour[window][front] = np.clip(lit[:, None] * colour, 0, 1)

    def shadow(self, bodies):
        """Darkens the table below the bodies, the light from above, softly."""
        mask = Picture()
        for corners in bodies:
            flat = corners - corners[..., 2:] * (LIGHT / LIGHT[2])
            mask.draw(flat, (0, 0, 0), np.zeros_like(corners))
        dark = (mask.depth < np.inf).astype(float)
        for axis in (0, 1):
            sums = np.cumsum(np.pad(dark, [(24, 24) if k == axis else (0, 0) for k in (0, 1)]), axis=axis)
            ends = np.take(sums, range(48, sums.shape[axis]), axis=axis), np.take(sums, range(sums.shape[axis] - 48), axis=axis)
            dark = (ends[0] - ends[1]) / 48
        self.colour *= 1 - 0.28 * dark[..., None]

    def png(self):
        rows, columns = SIZE[::-1]
        mean = self.colour.reshape(rows, FINE, columns, FINE, 3).mean(axis=(1, 3))
        pixels = (mean * 255).round().astype(np.uint8)
        lines = b"".join(b"\0" + row.tobytes() for row in pixels)
        head = struct.pack(">IIBBBBB", columns, rows, 8, 2, 0, 0, 0)
        return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(lines, 9)) + chunk(b"IEND", b"")


def closest():
    """The links, the mug, the closest pair of a link and the mug, and the index of that link."""
    mug = cl.Mesh.from_file(ROOT / "testdata/meshes/mug.obj")
    bodies = list(links())
    scene = cl.Scene()
    scene.add("mug", mug, cl.Pose(MUG))
    for number, (_, mesh, points) in enumerate(bodies):
        scene.add(f"link {number}", cl.Mesh(points, mesh.triangles))
    pairs = [scene.between(f"link {number}", "mug") for number in range(len(bodies))]
    nearest = min(range(len(bodies)), key=lambda number: pairs[number].upper)
    return bodies, mug, pairs[nearest], nearest


def label(found):
    """The text next to the pair."""
    return f"{found.signed_distance * 1000:.1f} mm apart"


def main():
    bodies, mug, found, nearest = closest()
    picture = Picture()
    table = np.array([[-0.45, -0.75, 0], [1.15, -0.75, 0], [1.15, 0.75, 0], [-0.45, 0.75, 0]])
    triangles = [points[np.asarray(mesh.triangles)] for _, mesh, points in bodies]
    cup = np.asarray(mug.vertices)[np.asarray(mug.triangles)] + MUG
    picture.draw(table[[[0, 1, 2], [0, 2, 3]]], TABLE, np.full((2, 3, 3), LIGHT))
    picture.shadow([*triangles, cup])
    for number, corners in enumerate(triangles):
        picture.draw(corners, BLUE if bodies[number][0] == bodies[nearest][0] else GREY)
    picture.draw(cup, ORANGE)

    ends = picture.seen(np.array([found.witness_a, found.witness_b]))[:, :2] / FINE
    (ax, ay), (bx, by) = ends.round(1)
    image = base64.b64encode(picture.png()).decode()
    x, y = max(ax, bx) + 26, (ay + by) / 2
    (ROOT / "docs/pictures/arm.svg").write_text(
        f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE[0]} {SIZE[1]}" font-family="system-ui, sans-serif">
<image width="{SIZE[0]}" height="{SIZE[1]}" href="data:image/png;base64,{image}"/>
<g stroke="#d0213c" stroke-width="4" stroke-linecap="round"><path d="M{ax} {ay}L{bx} {by}"/></g>
<g fill="#d0213c"><circle cx="{ax}" cy="{ay}" r="5"/><circle cx="{bx}" cy="{by}" r="5"/></g>
<rect x="{x - 10:.1f}" y="{y - 30:.1f}" width="226" height="62" rx="8" fill="#fff" fill-opacity="0.92" stroke="#d0213c"/>
<text x="{x:.1f}" y="{y - 4:.1f}" font-size="24" font-weight="700" fill="#d0213c">{label(found)}</text>
<text x="{x:.1f}" y="{y + 20:.1f}" font-size="17" fill="#333">proven, rounding included</text>
</svg>
""",
        encoding="utf-8",
    )
    print(bodies[nearest][0], found.signed_distance, found.lower, found.upper)


if __name__ == "__main__":
    main()
