// What the page begins with: an arm in a room, things on a table.

interface Joint {
  name: string;
  axis: string;
  at: string;
  limits: [number, number];
}

const JOINTS: Joint[] = [
  { name: "base", axis: "0 0 1", at: "0 0 0.3", limits: [-2.9, 2.9] },
  { name: "shoulder", axis: "0 1 0", at: "0 0 0.12", limits: [-1.9, 1.9] },
  { name: "elbow", axis: "0 1 0", at: "0 0 0.62", limits: [-2.6, 2.6] },
  { name: "roll", axis: "0 0 1", at: "0 0 0.5", limits: [-2.9, 2.9] },
  { name: "wrist", axis: "0 1 0", at: "0 0 0.14", limits: [-1.9, 1.9] },
];

const capsule = (radius: number, length: number, height: number): string =>
  `<collision><origin xyz="0 0 ${height}"/><geometry><capsule radius="${radius}" length="${length}"/></geometry></collision>`;

const LINKS: [string, string][] = [
  ["pedestal", `<collision><origin xyz="0 0 0.1"/><geometry><cylinder radius="0.2" length="0.2"/></geometry></collision>`],
  ["turret", `<collision><geometry><sphere radius="0.13"/></geometry></collision>`],
  ["upper arm", capsule(0.09, 0.62, 0.31)],
  ["forearm", capsule(0.075, 0.4, 0.25)],
  ["wrist", capsule(0.06, 0.1, 0.06)],
  [
    "hand",
    `<collision><origin xyz="0 0 0.1"/><geometry><box size="0.2 0.08 0.07"/></geometry></collision>` +
      [-0.08, 0.08].map((x) => `<collision><origin xyz="${x} 0 0.2"/><geometry><box size="0.025 0.05 0.14"/></geometry></collision>`).join(""),
  ],
];

/** An arm of five joints. */
export const ARM = `<robot name="an arm" version="1.2">${LINKS.map(([name, collision]) => `<link name="${name}">${collision}</link>`).join("")}${JOINTS.map(
  ({ name, axis, at, limits }, i) =>
    `<joint name="${name}" type="revolute"><parent link="${LINKS[i][0]}"/><child link="${LINKS[i + 1][0]}"/><origin xyz="${at}"/><axis xyz="${axis}"/>` +
    `<limit lower="${limits[0]}" upper="${limits[1]}" effort="1" velocity="1"/></joint>`,
).join("")}</robot>`;

const box = (name: string, half: number[], at: number[]) => ({ name, shape: { kind: "box", half_extents: half }, pose: { translation: at } });

/** What the arm stands among. */
export const ROOM = {
  bodies: [
    box("shelf", [0.35, 0.2, 0.02], [0.75, 0.35, 0.75]),
    box("crate", [0.15, 0.15, 0.2], [0.7, -0.45, 0.2]),
    box("post", [0.05, 0.05, 0.7], [-0.2, 0.75, 0.7]),
    { name: "lamp", shape: { kind: "cone", radius: 0.16, half_length: 0.12 }, pose: { translation: [0.35, -0.05, 1.75] } },
    { name: "ball", shape: { kind: "sphere", radius: 0.12 }, pose: { translation: [0.75, 0.3, 0.95] } },
  ],
};

/** Things on a table. */
export const TABLE = {
  bodies: [
    { ...box("table", [1, 0.6, 0.04], [0, 0, -0.04]), fixed: true },
    { name: "cup", shape: { kind: "cylinder", radius: 0.12, half_length: 0.15 }, pose: { translation: [-0.5, 0.2, 0.17] } },
    { name: "egg", shape: { kind: "ellipsoid", radii: [0.09, 0.09, 0.13] }, pose: { translation: [-0.15, -0.2, 0.16] } },
    { name: "die", shape: { kind: "rounded", radius: 0.03, shape: { kind: "box", half_extents: [0.09, 0.09, 0.09] } }, pose: { translation: [0.2, 0.25, 0.14] } },
    { name: "cone", shape: { kind: "cone", radius: 0.13, half_length: 0.2 }, pose: { translation: [0.55, 0.1, 0.22] } },
    { name: "pen", shape: { kind: "capsule", radius: 0.02, half_length: 0.2, axis: "x" }, pose: { translation: [0.3, -0.3, 0.03] } },
    {
      name: "stool",
      shape: {
        kind: "compound",
        parts: [
          { shape: { kind: "box", half_extents: [0.16, 0.16, 0.02] }, pose: { translation: [0, 0, 0.16] } },
          ...[[-1, -1], [-1, 1], [1, -1], [1, 1]].map(([x, y]) => ({ shape: { kind: "box", half_extents: [0.02, 0.02, 0.14] }, pose: { translation: [0.13 * x, 0.13 * y, 0] } })),
        ],
      },
      pose: { translation: [-0.6, -0.25, 0.16] },
    },
  ],
};
