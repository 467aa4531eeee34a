// The shapes to play with, each by a size of about one.

type Triple = [number, number, number];

/** Numbers from 0 to 1 that are the same every time. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Points on a lumpy ball. */
function pebble(size: number, count: number, seed: number): Triple[] {
  const next = random(seed);
  return Array.from({ length: count }, () => {
    const [z, turn] = [2 * next() - 1, 2 * Math.PI * next()];
    const [across, far] = [Math.sqrt(1 - z * z), size * (0.75 + 0.25 * next())];
    return [far * across * Math.cos(turn), 0.8 * far * across * Math.sin(turn), 0.9 * far * z] as Triple;
  });
}

/** A closed surface from a function of two angles, in `around` and `across` steps. */
function wrapped(around: number, across: number, at: (u: number, v: number) => Triple): object {
  const vertices: Triple[] = [];
  const triangles: Triple[] = [];
  for (let i = 0; i < around; i++) {
    for (let k = 0; k < across; k++) {
      vertices.push(at((2 * Math.PI * i) / around, (2 * Math.PI * k) / across).map((x) => Number(x.toFixed(6))) as Triple);
      const place = (di: number, dk: number) => ((i + di) % around) * across + ((k + dk) % across);
      triangles.push([place(0, 0), place(1, 0), place(1, 1)], [place(0, 0), place(1, 1), place(0, 1)]);
    }
  }
  return { kind: "mesh", as: "mesh", vertices, triangles };
}

/** The ring, whose hole a shape can stand in without touching it. */
function ring(size: number): object {
  const [far, thick] = [0.75 * size, 0.25 * size];
  return wrapped(40, 16, (u, v) => [(far + thick * Math.cos(v)) * Math.cos(u), (far + thick * Math.cos(v)) * Math.sin(u), thick * Math.sin(v)]);
}

/** An L of two bricks: not convex. */
function angle(size: number): object {
  const s = size;
  const outline: [number, number][] = [[-1, -1], [1, -1], [1, -0.3], [-0.3, -0.3], [-0.3, 1], [-1, 1]];
  const vertices = [-0.35, 0.35].flatMap((z) => outline.map(([x, y]): Triple => [x * s * 0.8, y * s * 0.8, z * s]));
  const floor: Triple[] = [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]];
  const sides = outline.flatMap((_, i): Triple[] => {
    const k = (i + 1) % 6;
    return [[i, k, k + 6], [i, k + 6, i + 6]];
  });
  const roof = floor.map(([a, b, c]): Triple => [a + 6, b + 6, c + 6]);
  return { kind: "mesh", as: "mesh", vertices, triangles: [...floor.map(([a, b, c]): Triple => [a, c, b]), ...roof, ...sides] };
}

export interface Kind {
  name: string;
  shape: (size: number) => object;
}

export const KINDS: Kind[] = [
  { name: "box", shape: (s) => ({ kind: "box", half_extents: [0.9 * s, 0.6 * s, 0.45 * s] }) },
  { name: "ball", shape: (s) => ({ kind: "sphere", radius: 0.7 * s }) },
  { name: "pebble", shape: (s) => ({ kind: "hull", vertices: pebble(s, 26, 5) }) },
  { name: "crystal", shape: (s) => ({ kind: "hull", vertices: pebble(s, 9, 11) }) },
  { name: "capsule", shape: (s) => ({ kind: "capsule", radius: 0.35 * s, half_length: 0.7 * s }) },
  { name: "cylinder", shape: (s) => ({ kind: "cylinder", radius: 0.55 * s, half_length: 0.75 * s }) },
  { name: "cone", shape: (s) => ({ kind: "cone", radius: 0.7 * s, half_length: 0.75 * s }) },
  { name: "ellipsoid", shape: (s) => ({ kind: "ellipsoid", radii: [0.95 * s, 0.65 * s, 0.4 * s] }) },
  { name: "rounded box", shape: (s) => ({ kind: "rounded", radius: 0.2 * s, shape: { kind: "box", half_extents: [0.6 * s, 0.4 * s, 0.3 * s] } }) },
  { name: "triangle", shape: (s) => ({ kind: "triangle", vertices: [[-0.8 * s, -0.5 * s, 0], [0.8 * s, -0.5 * s, 0], [0, 0.9 * s, 0]] }) },
  { name: "needle", shape: (s) => ({ kind: "segment", a: [-s, 0, 0], b: [s, 0, 0] }) },
  { name: "point", shape: () => ({ kind: "point" }) },
  { name: "ring (a mesh)", shape: ring },
  { name: "L (a mesh)", shape: angle },
];
