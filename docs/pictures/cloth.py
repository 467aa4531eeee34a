"""Draws docs/pictures/cloth.png and its small copy among the programs: the cloth of examples/python/cloth.py at its end. Needs the Python package."""

import runpy
import struct
import zlib
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[2]
CLOTH, BUST, FLOOR = (0.72, 0.23, 0.18), (0.78, 0.75, 0.70), (0.93, 0.93, 0.94)
EYE, TARGET, LIGHT = np.array([0.75, -1.15, 0.78]), np.array([0.0, 0.0, 0.25]), np.array([0.35, -0.75, 1.1])


def view(eye, target):
    """The axes of a camera, by rows: right, up, towards it."""
    back = (eye - target) / np.linalg.norm(eye - target)
    right = np.cross([0, 0, 1], back)
    right /= np.linalg.norm(right)
    return np.stack([right, np.cross(back, right), back])


def raster(corners, width, height):
    """For each pixel the nearest triangle (-1 for none), the weights of its corners and its depth. Corners are in pixels, and 1 over the distance."""
    owner, weights = np.full((height, width), -1), np.zeros((height, width, 3))
    depth = np.zeros((height, width))
    for number, triangle in enumerate(corners):
        low, high = np.floor(triangle[:, :2].min(0)).astype(int), np.ceil(triangle[:, :2].max(0)).astype(int)
        (x0, y0), (x1, y1) = np.maximum(low, 0), np.minimum(high + 1, (width, height))
        (ax, ay), (bx, by), (cx, cy) = triangle[:, :2]
        area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        if x0 >= x1 or y0 >= y1 or area == 0:
            continue
        px, py = np.meshgrid(np.arange(x0, x1) + 0.5, np.arange(y0, y1) + 0.5)
        second = ((px - ax) * (cy - ay) - (py - ay) * (cx - ax)) / area
        third = ((bx - ax) * (py - ay) - (by - ay) * (px - ax)) / area
        share = np.stack([1 - second - third, second, third], -1)
        near = share @ triangle[:, 2]
        spot = np.s_[y0:y1, x0:x1]
        seen = (share >= -1e-9).all(-1) & (near > depth[spot])
        owner[spot][seen], depth[spot][seen], weights[spot][seen] = number, near[seen], share[seen]
    return owner, weights, depth


def shadow_map(places, faces, size=900, reach=0.75):
    """How high the nearest surface is along the light, on a grid across it; and how places come to be there."""
    axes = view(LIGHT + TARGET, TARGET)

    def seen(points):
        local = (points - TARGET) @ axes.T
        return np.concatenate([(local[..., :2] / reach * 0.5 + 0.5) * size, local[..., 2:] + 4], -1)

    return seen, raster(seen(places)[faces], size, size)[2]


def lit(points, seen, heights):
    """The part of the light that comes to points: the mean over a disc of the map."""
    local, total, count = seen(points), 0.0, 0
    for dx, dy in [(r * np.cos(a), r * np.sin(a)) for r in (0.0, 2.5, 5.0, 7.5) for a in np.arange(8) * np.pi / 4 + r]:
        x, y = (np.clip((local[..., k] + d).astype(int), 0, heights.shape[0] - 1) for k, d in ((0, dx), (1, dy)))
        total, count = total + (heights[y, x] < local[..., 2] + 0.006), count + 1
    return total / count


def smooth_normals(places, faces):
    across = np.cross(places[faces[:, 1]] - places[faces[:, 0]], places[faces[:, 2]] - places[faces[:, 0]])
    normals = np.zeros_like(places)
    for corner in range(3):
        np.add.at(normals, faces[:, corner], across)
    return normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)


def open_sky(points, normals, places):
    """How little is near above each point: a rough ambient term, by the vertices within a hand's breadth."""
    shade = np.zeros(len(points))
    for begin in range(0, len(points), 512):
        way = places[None] - points[begin : begin + 512, None]
        length = np.linalg.norm(way, axis=-1)
        facing = np.einsum("ijk,ik->ij", way, normals[begin : begin + 512]) / np.maximum(length, 1e-6)
        shade[begin : begin + 512] = (np.clip(facing, 0, 1) * np.exp(-((length / 0.06) ** 2)) * (length > 0.008)).sum(1)
    return 1 / (1 + 0.035 * shade)


def picture(parts, width, height):
    """Parts are vertices, triangles and a colour."""
    places = np.concatenate([part[0] for part in parts])
    starts = np.cumsum([0] + [len(part[0]) for part in parts])
    faces = np.concatenate([part[1] + start for part, start in zip(parts, starts)])
    colours = np.concatenate([np.tile(part[2], (len(part[1]), 1)) for part in parts])
    normals = np.concatenate([smooth_normals(part[0], part[1]) for part in parts])
    axes = view(EYE, TARGET)
    local = (places - EYE) @ axes.T
    zoom = 2.4 * height
    pixels = np.stack([width / 2 - zoom * local[:, 0] / local[:, 2], height / 2 + zoom * local[:, 1] / local[:, 2], -1 / local[:, 2]], -1)
    owner, weights, _ = raster(pixels[faces], width, height)
    hit = owner >= 0
    corners = faces[owner[hit]]
    # Weights on the screen are those in space times 1 over the distance, up to a factor.
    inverse = weights[hit] * pixels[corners, 2]
    inverse /= inverse.sum(1, keepdims=True)
    at, normal = (np.einsum("ij,ijk->ik", inverse, of[corners]) for of in (places, normals))
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    to_eye = EYE - at
    to_eye /= np.linalg.norm(to_eye, axis=1, keepdims=True)
    across = np.cross(places[faces[:, 1]] - places[faces[:, 0]], places[faces[:, 2]] - places[faces[:, 0]])[owner[hit]]
    normal *= np.where((across * to_eye).sum(1) < 0, -1, 1)[:, None]
    solid = starts[-2]  # the floor is last
    seen, heights = shadow_map(places[:solid], faces[(faces < solid).all(1)])
    sky = open_sky(places, normals, places[:solid])
    behind = open_sky(places, -normals, places[:solid])
    facing = np.einsum("ij,ij->i", inverse, np.where((np.einsum("ijk,ik->ij", normals[corners], normal) > 0), sky[corners], behind[corners]))
    light = LIGHT / np.linalg.norm(LIGHT)
    half = light + to_eye
    half /= np.linalg.norm(half, axis=1, keepdims=True)
    direct = np.clip(normal @ light, 0, 1) * lit(at + 0.004 * normal, seen, heights)
    sheen = 0.10 * (1 - np.clip((normal * to_eye).sum(1), 0, 1)) ** 3 + 0.08 * direct * np.clip((normal * half).sum(1), 0, 1) ** 24
    fill = 0.30 + 0.16 * normal[:, 2] + 0.08 * np.clip(normal @ np.array([-0.8, -0.5, 0.2]), 0, 1)
    colour = colours[owner[hit]] * (fill * facing + 0.74 * direct)[:, None] + sheen[:, None]
    image = np.ones((height, width, 3))
    # The floor fades into the page.
    fade = np.clip((np.linalg.norm(at[:, :2], axis=1) - 0.28) / 0.34, 0, 1) * (owner[hit] >= len(faces) - len(parts[-1][1]))
    fade = (fade * fade * (3 - 2 * fade))[:, None]
    image[hit] = np.clip(colour, 0, 1) ** (1 / 1.25) * (1 - fade) + fade
    return image


def png(path, image):
    rows = np.concatenate([np.zeros((len(image), 1), np.uint8), (image * 255 + 0.5).astype(np.uint8).reshape(len(image), -1)], axis=1)
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))  # noqa: E731
    head = struct.pack(">IIBBBBB", image.shape[1], image.shape[0], 8, 2, 0, 0, 0)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows.tobytes(), 9)) + chunk(b"IEND", b""))


def drawn(parts, width, height, times=2):
    """With `times` by `times` samples a pixel."""
    large = picture(parts, width * times, height * times)
    return large.reshape(height, times, width, times, 3).mean((1, 3))


def main():
    of = runpy.run_path(str(ROOT / "examples/python/cloth.py"))
    side = np.linspace(-1.2, 1.2, 13)
    floor = np.stack([*np.meshgrid(side, side, indexing="ij"), np.full((13, 13), -0.001)], -1).reshape(-1, 3)
    squares = np.arange(12 * 13)[np.arange(12 * 13) % 13 < 12]
    parts = [
        (of["x"], of["cloth"].triangles.astype(int), CLOTH),
        (of["bust"].end, of["bust"].triangles.astype(int), BUST),
        (floor, np.r_[np.c_[squares, squares + 1, squares + 14], np.c_[squares, squares + 14, squares + 13]], FLOOR),
    ]
    png(ROOT / "docs/pictures/cloth.png", drawn(parts, 840, 720))
    png(ROOT / "docs/pictures/programs/cloth.png", drawn(parts, 420, 260))


if __name__ == "__main__":
    main()
