// three.js: bodies of geometries, poses of objects. Nothing of three.js is imported.

import { ClearanceError } from "./clearance.js";

/**
 * The vertices and triangles of a BufferGeometry, scaled: what `hull`, `mesh` and a worker take. Interleaved and normalized attributes are read as three.js does.
 */
export function geometryData(geometry, { scale = [1, 1, 1] } = {}) {
  const position = geometry?.getAttribute?.("position");
  if (!position) throw new ClearanceError("the geometry has no attribute \"position\"");
  const vertices = new Float64Array(3 * position.count);
  for (let i = 0; i < position.count; i++) {
    vertices[3 * i] = position.getX(i) * scale[0];
    vertices[3 * i + 1] = position.getY(i) * scale[1];
    vertices[3 * i + 2] = position.getZ(i) * scale[2];
  }
  const { index, drawRange } = geometry;
  const all = index ? index.count : position.count;
  const start = drawRange?.start ?? 0;
  const end = Math.min(all, start + (drawRange?.count ?? Infinity));
  const indices = Uint32Array.from({ length: Math.max(0, end - start) }, (_, i) => (index ? index.getX(start + i) : start + i));
  // A mirror turns triangles inside out.
  if (scale[0] * scale[1] * scale[2] < 0) {
    for (let i = 0; i + 2 < indices.length; i += 3) [indices[i + 1], indices[i + 2]] = [indices[i + 2], indices[i + 1]];
  }
  return { vertices, indices };
}

/**
 * The body of a BufferGeometry: its convex hull, or with `{as: "mesh"}` its triangles. Vertices that coincide are made one, so that a closed surface is a solid.
 */
export function fromGeometry(clearance, geometry, { as = "hull", scale } = {}) {
  if (as !== "hull" && as !== "mesh") throw new ClearanceError(`as: expected "hull" or "mesh", got "${as}"`);
  return bodyOf(clearance, geometryData(geometry, { scale }), as);
}

/** The body of vertices and triangles: only what is drawn. */
export function bodyOf(clearance, { vertices, indices }, as) {
  if (as === "mesh") {
    const welded = weld(vertices, indices);
    return clearance.mesh(welded.vertices, welded.indices);
  }
  const points = new Float64Array(3 * indices.length);
  indices.forEach((vertex, i) => points.set(vertices.subarray(3 * vertex, 3 * vertex + 3), 3 * i));
  return clearance.hull(points);
}

/** Triangles whose equal vertices are one: geometries repeat them for their normals. Triangles that lose their area by it are left out. */
export function weld(vertices, indices) {
  const known = new Map();
  const places = [];
  const place = new Uint32Array(vertices.length / 3);
  for (let i = 0; i < place.length; i++) {
    // Minus zero is zero.
    const [x, y, z] = [vertices[3 * i] + 0, vertices[3 * i + 1] + 0, vertices[3 * i + 2] + 0];
    const key = `${x},${y},${z}`;
    if (!known.has(key)) {
      known.set(key, places.length / 3);
      places.push(x, y, z);
    }
    place[i] = known.get(key);
  }
  const triangles = [];
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const [a, b, c] = [place[indices[i]], place[indices[i + 1]], place[indices[i + 2]]];
    if (a !== b && b !== c && c !== a) triangles.push(a, b, c);
  }
  return { vertices: Float64Array.from(places), indices: Uint32Array.from(triangles) };
}

/** The pose of an Object3D in the world. Its scale must be 1: scale the geometry with `fromGeometry`. */
export function poseOf(object) {
  object.updateWorldMatrix(true, false);
  const m = object.matrixWorld.elements;
  const lengths = [0, 4, 8].map((i) => Math.hypot(m[i], m[i + 1], m[i + 2]));
  const wrong = lengths.find((length) => !(Math.abs(length - 1) <= 1e-6));
  if (wrong !== undefined) throw new ClearanceError(`the object is scaled by ${wrong}, expected 1: give the scale to fromGeometry`);
  return [m[12], m[13], m[14], ...quaternion(m, lengths)];
}

/** The rotation of a matrix by columns, w first, by its largest term. */
function quaternion(m, [x, y, z]) {
  const [a, b, c] = [m[0] / x, m[5] / y, m[10] / z];
  const off = [m[6] / y - m[9] / z, m[8] / z - m[2] / x, m[1] / x - m[4] / y];
  const sums = [m[6] / y + m[9] / z, m[8] / z + m[2] / x, m[1] / x + m[4] / y];
  const squares = [1 + a + b + c, 1 + a - b - c, 1 - a + b - c, 1 - a - b + c];
  const largest = squares.indexOf(Math.max(...squares));
  const q =
    largest === 0 ? [squares[0], ...off]
    : largest === 1 ? [off[0], squares[1], sums[2], sums[1]]
    : largest === 2 ? [off[1], sums[2], squares[2], sums[0]]
    : [off[2], sums[1], sums[0], squares[3]];
  const length = Math.hypot(...q);
  return q.map((term) => term / length);
}
