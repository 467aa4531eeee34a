// How near does an arm come to a cup, and can it ever hit it? Node or a browser: the package `clearance`, here from the repository.

import { load } from "../../bindings/wasm/package/clearance.js";

const clearance = await load();
const urdf = `<robot name="arm"><link name="base"/>
  <link name="hand"><collision><origin xyz="2 0 0"/><geometry><mesh filename="package://arm/hand.obj"/></geometry></collision></link>
  <joint name="turn" type="revolute"><parent link="base"/><child link="hand"/><axis xyz="0 0 1"/><limit lower="-2" upper="2" effort="1" velocity="1"/></joint>
</robot>`;
const scene = { bodies: [{ name: "cup", shape: { kind: "sphere", radius: 0.5 }, pose: { translation: [0, 3, 0] } }] };

// Meshes are given by their names, as text or bytes.
clearance.hold("hand.obj", "v -0.25 0 0\nv 0.25 0 0\nv 0 0.25 0\nv 0 0 0.25\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n");
const arm = clearance.robot(urdf, { scene });

const found = arm.clearance({ turn: 0 });
console.log(`${found.pair.join(" and ")}: ${found.signedDistance.toFixed(6)}`);
const path = arm.checkPath([[-2], [2]]);
console.log(`from -2 to 2: ${path.result}, proven at every time between`);
const least = arm.range();
console.log(`over all of its range: between ${least.lower.toFixed(3)} and ${least.upper.toFixed(3)}`);

// hand and cup: 2.900368
// from -2 to 2: free, proven at every time between
// over all of its range: between 0.250 and 0.250
