// What the package answers, run by Node on the checked-in .wasm.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, test } from "node:test";

import { ClearanceError, load, poseNumbers } from "../package/clearance.js";
import { fromGeometry, poseOf, weld } from "../package/three.js";
import { answering } from "../package/worker.js";

let clearance;
before(async () => (clearance = await load()));

const at = (x, y = 0, z = 0) => ({ translation: [x, y, z] });
const near = (a, b, by = 1e-12) => assert.ok(Math.abs(a - b) <= by, `${a} is not ${b}`);

test("two shapes: distance, depth, bounds, normal and witness points, in the world", () => {
  const brick = clearance.body({ kind: "box", half_extents: [1, 1, 1] });
  const ball = clearance.body({ kind: "sphere", radius: 0.5 });
  const apart = clearance.signedDistance(brick, ball, { poseA: at(1), poseB: at(4.5) });
  assert.deepEqual([apart.signedDistance, apart.status, apart.proven], [2, "separated", true]);
  assert.deepEqual([apart.normal, apart.witnessA, apart.witnessB], [[1, 0, 0], [2, 0, 0], [4, 0, 0]]);
  assert.ok(apart.lower <= 2 && 2 <= apart.upper && apart.upper - apart.lower < 1e-12);
  const deep = clearance.signedDistance(brick, ball, { poseB: at(1.25) });
  assert.deepEqual([deep.signedDistance, deep.status], [-0.25, "overlapping"]);
  assert.equal(clearance.intersects(brick, ball, { poseB: at(1.5) }), true);
  assert.equal(clearance.distanceWithin(1, brick, ball, { poseB: at(4.5) }), null);
  assert.equal(clearance.distanceWithin(3, brick, ball, { poseB: at(4.5) }).signedDistance, 3);
  const rows = clearance.signedDistances(brick, ball, [...poseNumbers(), ...poseNumbers()], [...poseNumbers(at(3)), ...poseNumbers(at(0, 4))]);
  assert.deepEqual([0, 1].map((i) => clearance.row(rows, i).signedDistance), [1.5, 2.5]);
});

test("a hull and a mesh of many points survive the memory growing under them", () => {
  const points = Float64Array.from({ length: 60000 }, (_, i) => Math.sin(i * i));
  const hull = clearance.hull(points);
  const tip = clearance.body({ kind: "point" });
  const found = clearance.signedDistance(hull, tip, { poseB: at(5) });
  const farthest = Math.max(...points.filter((_, i) => i % 3 === 0));
  assert.ok(found.signedDistance >= 5 - farthest - 0.1 && found.signedDistance <= 5 - farthest + 0.1, `${found.signedDistance}`);
  hull.release();
  assert.throws(() => clearance.signedDistance(hull, tip), { name: "ClearanceError", message: /^body \d+ does not exist, or was released$/ });
});

test("refusals name the thing, the rule and the value", () => {
  const refused = (call, message) => assert.throws(call, (error) => error instanceof ClearanceError && message.test(error.message));
  refused(() => clearance.body({ kind: "sphere", radius: -1 }), /radius: must not be negative, got -1/);
  refused(() => clearance.body({ kind: "shpere", radius: 1 }), /did you mean "sphere"/);
  refused(() => clearance.hull([0, 0]), /3 coordinates each, got 2 numbers/);
  const ball = clearance.body({ kind: "sphere", radius: 1 });
  refused(() => clearance.signedDistance(ball, ball, { poseB: [0, 0, 0, 2, 0, 0, 0] }), /^row 0, pose of B: /);
  refused(() => clearance.signedDistance(ball, ball, { poseB: { position: [0, 0, 0] } }), /unknown key "position"/);
  refused(() => clearance.robot("<robot name='x'>"), /^urdf: /);
});

test("a scene: closest, contacts, moves, casts, first contact", () => {
  const scene = clearance.scene({
    bodies: [
      { name: "floor", shape: { kind: "halfspace", normal: [0, 0, 1], offset: 0 }, fixed: true },
      { name: "cup", shape: { kind: "cylinder", radius: 0.25, half_length: 0.5 }, pose: at(0, 0, 0.75), motion: { linear: [0, 0, -1] } },
      { name: "ball", shape: { kind: "sphere", radius: 0.5 }, pose: at(2, 0, 0.75) },
    ],
  });
  assert.deepEqual(scene.bodies.map((body) => body.name), ["floor", "cup", "ball"]);
  const [closest] = scene.closest();
  assert.deepEqual([closest.a, closest.b, closest.signed_distance], ["floor", "cup", 0.25]);
  assert.equal(scene.contacts().length, 0);
  near(scene.firstContact().toi, 0.25);
  near(scene.closestApproach({ within: 1e-3 }).upper, -0.75);
  const hit = scene.castRay([5, 0, 0.75], [-10, 0, 0]);
  assert.deepEqual([hit.body, hit.proven], ["ball", true]);
  near(hit.time, 0.25);
  near(hit.point[0], 2.5);
  assert.equal(scene.castRay([5, 0, 3], [-10, 0, 0]), null);
  const probe = clearance.body({ kind: "sphere", radius: 0.25 });
  near(scene.castBody(probe, at(5, 0, 0.75), [-10, 0, 0]).time, 0.225);
  near(scene.castBody(probe, at(5, 0, 0.75), [-10, 0, 0], { targetDistance: 0.5 }).time, 0.175);
  const slides = { initialOverlap: "only_approaching", targetDistance: 0.01 };
  assert.equal(scene.castBody(probe, at(5, 0, 0.26), [0, 10, 0]), null);
  assert.equal(scene.castBody(probe, at(5, 0, 0.255), [0, 10, 0], { targetDistance: 0.01 }).time, 0);
  assert.equal(scene.castBody(probe, at(5, 0, 0.255), [0, 10, 0], slides), null);
  assert.equal(scene.castBody(probe, at(5, 0, 0.255), [0, 0, 10], slides), null);
  assert.equal(scene.castBody(probe, at(5, 0, 0.255), [0, 10, -1], slides).time, 0);
  assert.throws(() => scene.castBody(probe, at(5, 0, 1), [0, 1, 0], { initialOverlap: "slides" }), /initial_overlap/);
  scene.move({ ball: at(0.5, 0, 0.75) });
  assert.deepEqual(scene.contacts().map((row) => [row.a, row.b]), [["cup", "ball"]]);
  near(scene.between("cup", "ball").signed_distance, -0.25, 1e-9);
  assert.equal(scene.within(0.3).length, 3);
  assert.throws(() => scene.move({ floor: at(0) }), /row 0: the body "floor" is fixed/);
  assert.throws(() => scene.between("cup", "bal"), /no body is named "bal" \(did you mean "ball"\?\)/);
});

test("a person walks up a step, is pushed out of the floor, and a brick stands in a corner", () => {
  const box = (x, y, z) => ({ kind: "box", half_extents: [x, y, z] });
  const scene = clearance.scene({ bodies: [
    { name: "floor", fixed: true, shape: box(9, 9, 0.5), pose: at(0, 0, -0.5) },
    { name: "step", shape: box(1, 9, 0.125), pose: at(2, 0, 0.125) },
    { name: "brick", shape: box(0.5, 0.5, 0.5), pose: at(-5, 0, 0.5) },
  ] });
  const person = clearance.body({ kind: "capsule", radius: 0.3, half_length: 0.6 });
  let pose = at(0, 0, 0.91);
  let walk;
  for (let i = 0; i < 20; i++) {
    walk = scene.moveAndSlide(person, pose, [0.1, 0, -0.02]);
    assert.ok(walk.clearance > 0.0099 && walk.floor !== null, JSON.stringify(walk));
    pose = walk.pose;
  }
  near(pose[0], 2, 1e-6);
  near(pose[2], 1.16, 1e-6);
  assert.deepEqual([walk.floor.body, walk.floor.ground], ["step", "floor"]);
  const push = scene.pushOut(person, at(0, 0, 0.74), 0.3);
  near(push.translation[2], 0.17, 1e-6);
  near(push.pose[2], 0.91, 1e-6);
  assert.ok(push.lower <= push.upper && push.lower > 0.1699);
  assert.equal(scene.pushOut(person, at(0, 0, 0.74), 0.1), null);
  const [contact, ...others] = scene.contactsOf("floor", "brick");
  assert.deepEqual([contact.points.length, contact.points[0].signedDistance, others.length], [4, 0, 0]);
  near(contact.normal[2], 1);
  assert.throws(() => scene.moveAndSlide(person, pose, [1, 0, 0], { skin: -1 }), /skin must be positive and finite, got -1/);
  assert.throws(() => scene.moveAndSlide(person, pose, [1, 0, 0], { step: 1 }), /step/);
});

const ARM = `<robot name="arm"><link name="base"/><link name="hand"><collision><origin xyz="2 0 0"/><geometry>
<mesh filename="package://arm/meshes/hand.obj"/></geometry></collision></link>
<joint name="turn" type="revolute"><parent link="base"/><child link="hand"/><axis xyz="0 0 1"/><limit lower="-2" upper="2" effort="1" velocity="1"/></joint></robot>`;
const CUBE = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => `v ${[0, 1, 2].map((k) => ((i >> k) & 1 ? 0.25 : -0.25)).join(" ")}`).join("\n");

test("a robot from URDF text with its mesh as a buffer: clearance, link poses, a proven path, its range", () => {
  clearance.hold("hand.obj", `${CUBE}\nf 1 3 4\nf 1 4 2\nf 5 6 8\nf 5 8 7\nf 1 2 6\nf 1 6 5\nf 3 7 8\nf 3 8 4\nf 1 5 7\nf 1 7 3\nf 2 4 8\nf 2 8 6\n`);
  const scene = { bodies: [{ name: "cup", shape: { kind: "sphere", radius: 0.5 }, pose: at(0, 3) }] };
  const robot = clearance.robot(ARM, { scene });
  assert.deepEqual([robot.name, robot.joints.map((joint) => joint.name), robot.joints[0].limits, robot.world], ["arm", ["turn"], [-2, 2], ["cup"]]);
  const found = robot.clearance({ turn: 0 });
  near(found.signedDistance, Math.hypot(1.75, 2.75) - 0.5);
  assert.deepEqual([found.pair, found.collides], [["hand", "cup"], false]);
  assert.deepEqual(robot.clearances([0, Math.PI / 2]).map((row) => row.signedDistance > 0.24), [true, true]);
  const poses = robot.linkPoses([Math.PI / 2]);
  assert.equal(poses.length, 14);
  near(poses[10], Math.SQRT1_2);
  assert.equal(robot.checkPath([[-2], [2]]).result, "free");
  const least = robot.range();
  // A corner of the cube comes nearest.
  const expected = 3 - Math.hypot(2.25, 0.25) - 0.5;
  assert.ok(least.lower <= expected && expected <= least.upper && least.upper - least.lower <= 1e-4 && least.complete);
  const [pair] = robot.range({ pairs: true, ranges: { turn: [-2, 0] } });
  assert.deepEqual([pair.pair, pair.verdict], [["hand", "cup"], "never"]);
  robot.moveBody("cup", at(0, 4));
  near(robot.clearance({ turn: 0 }).signedDistance, Math.hypot(1.75, 3.75) - 0.5);
  assert.throws(() => robot.moveBody("cap", at(0)), /no body of the robot's world is named "cap"/);
  assert.throws(() => robot.moveBody("cup", [0, 0, 0, 3, 0, 0, 0]), /quaternion|rotor|length/);
  near(robot.clearance({ turn: 0 }).signedDistance, Math.hypot(1.75, 3.75) - 0.5);
  clearance.forgetFiles();
  assert.throws(() => clearance.robot(ARM), /"package:\/\/arm\/meshes\/hand.obj" is not among the given files: none/);
});

const ELL = `v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\nv 0 0 1\nv 2 0 1\nv 2 1 1\nv 1 1 1\nv 1 2 1\nv 0 2 1
f 4 3 2 1\nf 6 5 4 1\nf 7 8 9 10\nf 7 10 11 12\nf 1 2 8 7\nf 2 3 9 8\nf 3 4 10 9\nf 4 5 11 10\nf 5 6 12 11\nf 6 1 7 12\n`;

test("links that are apart say how much farther their meshes may be", () => {
  clearance.hold("ell.obj", ELL);
  const lift = `<robot name="lift"><link name="base"/><link name="ell"><collision><geometry><mesh filename="ell.obj"/></geometry></collision></link>
<joint name="lift" type="prismatic"><parent link="base"/><child link="ell"/><axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>`;
  const ball = (x) => ({ scene: { bodies: [{ name: "ball", shape: { kind: "sphere", radius: 0.1 }, pose: at(x, x, 0.5) }] } });
  // The ball is 1/sqrt 2 from the slanted face of the hull and 1 from the ends of the L.
  const apart = clearance.robot(lift, ball(2)).clearance({ lift: 0 });
  near(apart.signedDistance, Math.SQRT1_2 - 0.1);
  assert.ok(apart.hullError > 0 && apart.upper + apart.hullError >= 0.9);
  // Within the hull the mesh itself counts.
  const inside = clearance.robot(lift, ball(1.4)).clearance({ lift: 0 });
  assert.deepEqual([inside.hullError, inside.collides], [null, false]);
  clearance.forgetFiles();
});

test("all times at which bodies are within a distance, of a scene and of a pair", () => {
  // Past a ball at the origin, 3 m beside it: the centres are within 4 m where |x| is at most the root of 7.
  const ball = { shape: { kind: "sphere", radius: 0.5 } };
  const flight = { linear: [8, 0, 0] };
  const times = [0.5 - Math.sqrt(7) / 8, 0.5 + Math.sqrt(7) / 8];
  const scene = clearance.scene({ bodies: [{ name: "post", ...ball, fixed: true }, { name: "flying", ...ball, pose: at(-4, 3), motion: flight }] });
  const found = scene.closestApproach({ within: 1e-6, below: 3 });
  near(found.upper, 2, 1e-5);
  const [interval, ...others] = found.below.intervals;
  assert.deepEqual([found.below.distance, others.length, interval.pair, interval.proven], [3, 0, ["post", "flying"], true]);
  interval.t.forEach((time, i) => near(time, times[i], 1e-5));
  assert.deepEqual(scene.closestApproach({ below: 1.5 }).below.intervals, []);
  assert.equal(scene.closestApproach().below, undefined);
  assert.throws(() => scene.closestApproach({ below: "3" }), /below: expected a number/);
  const pair = clearance.answer({ a: ball, b: { ...ball, pose: at(-4, 3) }, query: "closest_approach", motion: { b: flight, below: 3 } });
  assert.deepEqual([pair.below.intervals.length, pair.below.intervals[0].proven], [1, true]);
  pair.below.intervals[0].t.forEach((time, i) => near(time, times[i], 1e-4));
});

test("pair cases of the format: answers, casts, contacts, errors, traces", () => {
  const ball = { shape: { kind: "sphere", radius: 1 } };
  const apart = { ...ball, pose: at(3) };
  assert.equal(clearance.answer({ id: "x", a: ball, b: apart }).signed_distance, 1);
  near(clearance.answer({ a: ball, b: apart, motion: { b: { linear: [-2, 0, 0] } } }).toi, 0.5);
  assert.match(clearance.answer('{"id": 7, "a": {}}').error, /missing key/);
  const flat = '{"dim": 2, "a": {"shape": {"kind": "sphere", "radius": 1}}, "b": {"shape": {"kind": "point"}, "pose": {"translation": [3, 0]}}}';
  assert.match(clearance.answer(flat).error, /no bodies of two dimensions/);
  assert.throws(() => clearance.trace(flat), /no bodies of two dimensions/);
  const box = { shape: { kind: "box", half_extents: [1, 1, 1] } };
  const tilted = { ...box, pose: { translation: [1.5, 0.2, 0.3], rpy: [0.5, 0.6, 0.7] } };
  const trace = clearance.trace({ a: box, b: tilted });
  assert.ok(trace.frames.length > 2 && trace.difference.points.length > 8 && trace.outcome.distance < 0);
});

test("the geometry of three.js: hull, mesh, scale, mirror, what is drawn", () => {
  const attribute = (numbers) => ({ count: numbers.length / 3, getX: (i) => numbers[3 * i], getY: (i) => numbers[3 * i + 1], getZ: (i) => numbers[3 * i + 2] });
  const geometry = (numbers, index, drawRange = { start: 0, count: Infinity }) => ({
    getAttribute: (name) => (name === "position" ? attribute(numbers) : undefined),
    index: index && { count: index.length, getX: (i) => index[i] },
    drawRange,
  });
  const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
  const faces = [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3];
  // Without an index, as most geometries with normals are: every vertex three times.
  const apart = faces.flatMap((i) => corners.slice(3 * i, 3 * i + 3));
  assert.deepEqual([weld(apart, faces.map((_, i) => i)).vertices.length, weld(apart, faces.map((_, i) => i)).indices.length], [12, 12]);
  const point = clearance.body({ kind: "point" });
  const inside = { poseB: at(0.1, 0.1, 0.1) };
  for (const shape of [geometry(corners, faces), geometry(apart, null)]) {
    assert.equal(clearance.intersects(fromGeometry(clearance, shape, { as: "hull" }), point, inside), true);
    const solid = fromGeometry(clearance, shape);
    assert.deepEqual([solid.solid, clearance.intersects(solid, point, inside)], [true, true], "a closed mesh is a solid");
  }
  const scaled = fromGeometry(clearance, geometry(corners, faces), { scale: [-2, 2, 2], as: "mesh" });
  assert.equal(clearance.signedDistance(scaled, point, { poseB: at(-4) }).signedDistance, 2);
  const drawn = fromGeometry(clearance, geometry(corners, faces, { start: 0, count: 3 }));
  assert.equal(clearance.signedDistance(drawn, point, { poseB: at(0, 0, 2) }).signedDistance, 2, "the fourth vertex is not drawn");
  assert.throws(() => fromGeometry(clearance, {}), /no attribute "position"/);
  const c = Math.cos(2.5), s = Math.sin(2.5);
  const object = (scale) => ({ updateWorldMatrix() {}, matrixWorld: { elements: [c, s, 0, 0, -s, c, 0, 0, 0, 0, scale, 0, 4, 5, 6, 1] } });
  const pose = poseOf(object(1));
  [4, 5, 6, Math.cos(1.25), 0, 0, Math.sin(1.25)].forEach((expected, i) => near(pose[i], expected));
  assert.throws(() => poseOf(object(2)), /scaled by 2/);
});

test("the worker's side answers messages, and keeps what was made", async () => {
  const answer = answering();
  const wasm = await readFile(new URL("../package/clearance.wasm", import.meta.url));
  await answer({ load: wasm });
  const ball = await answer({ method: "body", args: [{ kind: "sphere", radius: 1 }] });
  const corners = Float64Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
  const tetra = await answer({ geometry: { vertices: corners, indices: Uint32Array.from([0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3]), as: "mesh" } });
  const found = await answer({ method: "signedDistance", args: [ball, tetra, { poseB: { translation: [3, 0, 0] } }] });
  assert.equal(found.signedDistance, 2);
  const scene = await answer({ method: "scene", args: [{ bodies: [{ name: "a", shape: { kind: "point" } }] }] });
  assert.deepEqual(scene.bodies, [{ name: "a", fixed: false }]);
  assert.deepEqual(await answer({ on: scene, method: "contacts", args: [] }), []);
  await answer({ on: ball, method: "release", args: [] });
  await assert.rejects(answer({ method: "sing", args: [] }), /no method "sing"/);
});

test("options with other names, of other types, and poses that are none are refused", () => {
  const box = clearance.body({ kind: "box", half_extents: [1, 1, 1] });
  const refused = (call, words) => assert.throws(call, (error) => error.name === "ClearanceError" && error.message.includes(words));
  refused(() => clearance.signedDistance(box, box, { pose_b: [0, 0, 3, 1, 0, 0, 0] }), 'unknown key "pose_b", expected "poseA", "poseB" (did you mean "poseB"?)');
  refused(() => clearance.signedDistance(box, box, [0, 0, 3]), "expected options as an object, got a list");
  refused(() => clearance.intersects(box, box, { poseB: [0, 0, 3] }), "expected 7 numbers, got 3");
  refused(() => clearance.distanceWithin("1", box, box), "max must be a number");
  refused(() => clearance.intersects(box, box, { poseB: { translation: [0, 0, "3"] } }), 'expected finite numbers, got "3"');
  refused(() => clearance.intersects(box, { id: 0 }), "intersects: b: expected a Body, got object");
});

/** A tube, or with a small hole nearly a rod: vertices and triangles. */
function tube(inner, outer, half, sides = 24) {
  const rings = [[outer, -half], [outer, half], [inner, half], [inner, -half]];
  const vertices = rings.flatMap(([radius, z]) =>
    Array.from({ length: sides }, (_, i) => [radius * Math.cos((2 * Math.PI * i) / sides), radius * Math.sin((2 * Math.PI * i) / sides), z]).flat());
  const corner = (ring, i) => (ring % 4) * sides + (i % sides);
  const triangles = rings.flatMap((_, r) =>
    Array.from({ length: sides }, (_, i) => {
      const [a, b, c, d] = [corner(r, i), corner(r, i + 1), corner(r + 1, i + 1), corner(r + 1, i)];
      return [[a, b, c], [a, c, d]];
    }).flat());
  return { vertices, triangles };
}

test("a pin in a hole is apart at every door", () => {
  const [plate, pin] = [tube(5.1, 12, 2), tube(4, 5, 6)];
  // Between the middles of facets, side by side.
  const gap = 0.1 * Math.cos(Math.PI / 24);
  const kind = ({ vertices, triangles }) => ({ kind: "mesh", vertices: Array.from({ length: vertices.length / 3 }, (_, i) => vertices.slice(3 * i, 3 * i + 3)), triangles });
  const meshes = [plate, pin].map(({ vertices, triangles }) => clearance.mesh(vertices, triangles.flat()));
  const bodies = [plate, pin].map((mesh) => clearance.body(kind(mesh)));
  const scene = clearance.scene({ bodies: [{ name: "plate", shape: kind(plate) }, { name: "pin", shape: kind(pin) }] });
  for (const found of [clearance.signedDistance(...meshes), clearance.signedDistance(...bodies), scene.between("plate", "pin")]) {
    assert.equal(found.status, "separated");
    near(found.signedDistance ?? found.signed_distance, gap);
    assert.ok(found.lower <= gap + 1e-14 && found.upper >= gap - 1e-14);
  }
  assert.deepEqual([...meshes, ...bodies].map((body) => body.solid), [true, true, true, true]);
});
