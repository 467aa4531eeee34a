// three.js: bodies of geometries, poses of objects. Nothing of three.js is imported.

import { ClearanceError, optionsOf } from "./clearance.js";

/**
 * The vertices and triangles of a BufferGeometry, scaled: what `hull`, `mesh` and a worker take. Interleaved and normalized attributes are read as three.js does.
 */
export function geometryData(geometry, options) {
  const { scale = [1, 1, 1] } = optionsOf(options, "geometryData", ["scale"]);
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
  return { vertices, indices, unit: position.array instanceof Float64Array ? 2 ** -53 : 2 ** -24 };
}

/**
 * The body of a BufferGeometry: its triangles, or with `{as: "hull"}` their convex hull. Vertices that coincide up to rounding are made one, so that a closed surface is a solid; `solid` of the body
 * says whether it is one.
 */
export function fromGeometry(clearance, geometry, options) {
  const { as = "mesh", scale } = optionsOf(options, "fromGeometry", ["as", "scale"]);
  if (as !== "hull" && as !== "mesh") throw new ClearanceError(`as: expected "hull" or "mesh", got "${as}"`);
  return bodyOf(clearance, geometryData(geometry, { scale }), as);
}

/** The body of vertices and triangles: only what is drawn. */
export function bodyOf(clearance, { vertices, indices, unit }, as) {
  if (as === "mesh") {
    const welded = weld(vertices, indices, unit);
    return clearance.mesh(welded.vertices, welded.indices);
  }
  const points = new Float64Array(3 * indices.length);
  indices.forEach((vertex, i) => points.set(vertices.subarray(3 * vertex, 3 * vertex + 3), 3 * i));
  return clearance.hull(points);
}

/** Vertices that are at most so many roundings of the largest coordinate apart are one: a sine of a whole turn is off by one. */
const ROUNDINGS = 4;

/**
 * Triangles whose equal vertices are one: geometries repeat them for their normals. If edges stay open, vertices that are a few roundings apart are one as well (`unit` is the relative
 * error of a coordinate, by default that of single precision), unless that leaves as many edges open. A group of such vertices that is wider than a few roundings
 * stays as it is, so that what is apart stays apart. Triangles that lose their area are left out.
 */
export function weld(vertices, indices, unit = 2 ** -24) {
  const exact = grouped(vertices, indices, (i, at) => `${at(i, 0) + 0},${at(i, 1) + 0},${at(i, 2) + 0}`);
  const open = openEdges(exact.indices);
  if (open === 0) return exact;
  const near = nearGroups(exact.vertices, ROUNDINGS * unit);
  const welded = grouped(exact.vertices, exact.indices, (i) => near[i]);
  return openEdges(welded.indices) < open ? welded : exact;
}

/** The triangles with one vertex for each group, the first of it. */
function grouped(vertices, indices, groupOf) {
  const at = (i, k) => vertices[3 * i + k];
  const known = new Map();
  const places = [];
  const place = new Uint32Array(vertices.length / 3);
  for (let i = 0; i < place.length; i++) {
    const group = groupOf(i, at);
    if (!known.has(group)) {
      known.set(group, places.length / 3);
      // Minus zero is zero.
      places.push(at(i, 0) + 0, at(i, 1) + 0, at(i, 2) + 0);
    }
    place[i] = known.get(group);
  }
  const triangles = [];
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const [a, b, c] = [place[indices[i]], place[indices[i + 1]], place[indices[i + 2]]];
    if (a !== b && b !== c && c !== a) triangles.push(a, b, c);
  }
  return { vertices: Float64Array.from(places), indices: Uint32Array.from(triangles) };
}

/** How many edges belong to an odd number of triangles. */
function openEdges(indices) {
  const odd = new Set();
  for (let i = 0; i < indices.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      const [a, b] = [indices[i + k], indices[i + ((k + 1) % 3)]];
      const edge = a < b ? `${a},${b}` : `${b},${a}`;
      if (!odd.delete(edge)) odd.add(edge);
    }
  }
  return odd.size;
}

/** For each vertex the number of its group: vertices that are linked by steps of at most `share` of the largest coordinate, if all of them are within one such step. */
function nearGroups(vertices, share) {
  const count = vertices.length / 3;
  const width = share * vertices.reduce((size, x) => Math.max(size, Math.abs(x)), 0);
  const parent = Uint32Array.from({ length: count }, (_, i) => i);
  const root = (i) => {
    while (parent[i] !== i) i = parent[i] = parent[parent[i]];
    return i;
  };
  const apart = (i, j) => Math.max(...[0, 1, 2].map((k) => Math.abs(vertices[3 * i + k] - vertices[3 * j + k])));
  // Along a direction to which few faces are perpendicular, those within one step of each other are near each other.
  const along = Float64Array.from({ length: count }, (_, i) => 0.59 * vertices[3 * i] + 0.28 * vertices[3 * i + 1] + 0.13 * vertices[3 * i + 2]);
  const order = Uint32Array.from(parent).sort((i, j) => along[i] - along[j]);
  for (let first = 0; first < count; first++) {
    for (let next = first + 1; next < count && along[order[next]] - along[order[first]] <= width; next++) {
      if (apart(order[first], order[next]) <= width) parent[root(order[next])] = root(order[first]);
    }
  }
  const boxes = new Map();
  for (let i = 0; i < count; i++) {
    const own = boxes.get(root(i)) ?? boxes.set(root(i), { low: [Infinity, Infinity, Infinity], high: [-Infinity, -Infinity, -Infinity] }).get(root(i));
    for (let k = 0; k < 3; k++) {
      own.low[k] = Math.min(own.low[k], vertices[3 * i + k]);
      own.high[k] = Math.max(own.high[k], vertices[3 * i + k]);
    }
  }
  const isNarrow = ({ low, high }) => high.every((x, k) => x - low[k] <= width);
  return Array.from({ length: count }, (_, i) => (isNarrow(boxes.get(root(i))) ? root(i) : i));
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
