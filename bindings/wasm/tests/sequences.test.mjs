// Random sequences of calls, right and wrong ones: CALLS=1000000 SEED=7 node --test bindings/wasm/tests/sequences.test.mjs.
// A wrong call is refused by a ClearanceError with words, answers hold by themselves, and memory stops growing.

import assert from "node:assert/strict";
import { test } from "node:test";

import { ClearanceError, load } from "../package/clearance.js";

const CALLS = Number(process.env.CALLS ?? 5000);
const SLOTS = 8;
const ARM = `<robot name="arm"><link name="base"/><link name="hand"><collision><origin xyz="1 0 0"/><geometry><sphere radius="0.25"/></geometry></collision></link>
  <joint name="turn" type="continuous"><parent link="base"/><child link="hand"/><axis xyz="0 0 1"/></joint></robot>`;

/** Whole numbers below a count, the same ones for a seed. */
function source(seed) {
  let state = BigInt(seed);
  return (count) => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    return Number((state >> 33n) % BigInt(count));
  };
}

test("any sequence of calls answers or refuses each, and keeps its memory", async () => {
  const clearance = await load();
  const below = source(process.env.SEED ?? 1);
  const odd = [0, -1, NaN, Infinity, -Infinity, 1e300, -1e300, 5e-324, 1e-160, -0, "1", null, undefined, {}, [1]];
  const number = () => (below(15) === 0 ? odd[below(odd.length)] : (below(2001) - 900) / 500);
  const numbers = (count) => Array.from({ length: count }, number);
  const one = (list) => list[below(list.length)];
  const pose = () => {
    const angle = below(3) === 0 ? below(628) / 100 : 0;
    const made = { translation: numbers(3), quaternion: [Math.cos(angle), 0, 0, Math.sin(angle)] };
    return below(20) === 0 ? one([{ ...made, position: 1 }, numbers(7), null, "pose", { translation: [1] }]) : made;
  };
  const forms = [
    () => ({ kind: "sphere", radius: number() }),
    () => ({ kind: "box", half_extents: numbers(3) }),
    () => ({ kind: one(["capsule", "cylinder", "cone"]), radius: number(), half_length: number() }),
    () => ({ kind: "ellipsoid", radii: numbers(3) }),
    () => ({ kind: "halfspace", normal: numbers(3), offset: number() }),
    () => ({ kind: "hull", vertices: [numbers(3), numbers(3), numbers(3), numbers(3)] }),
    () => ({ kind: "rounded", radius: number(), shape: { kind: "segment", a: numbers(3), b: numbers(3) } }),
    () => ({ kind: "compound", parts: [{ shape: form(), pose: pose() }, { shape: form(), pose: pose() }] }),
    () => ({ kind: "shpere", radius: 1 }),
    () => ({ kind: "mesh", vertices: [numbers(3), numbers(3), numbers(3), numbers(3)], triangles: [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]] }),
  ];
  const form = () => one(forms)();
  const bodies = Array.from({ length: SLOTS }, () => clearance.body({ kind: "sphere", radius: 0.5 }));
  const scenes = [null, null];
  const WORLD = { scene: { bodies: [{ name: "a", shape: { kind: "sphere", radius: 0.5 }, pose: { translation: [0, 3, 0] } }] } };
  const robots = [clearance.robot(ARM, WORLD), clearance.robot(ARM, WORLD)];
  const put = (list, made) => {
    const slot = below(list.length);
    list[slot]?.release();
    list[slot] = made;
  };
  const holds = (found) => {
    if (found === null) return;
    assert.ok(found.lower <= found.upper, JSON.stringify(found));
    const distance = "signedDistance" in found ? found.signedDistance : found.signed_distance;
    assert.ok(distance === null || Number.isNaN(distance) || (found.lower <= distance && distance <= found.upper), JSON.stringify(found));
  };
  const calls = {
    body: () => put(bodies, clearance.body(form())),
    hull: () => put(bodies, clearance.hull(numbers(below(16)).map(Number))),
    mesh: () => put(bodies, clearance.mesh(numbers(9).map(Number), below(2) ? null : [0, 1, below(4)])),
    release: () => (below(4) ? put(bodies, clearance.body({ kind: "sphere", radius: 0.5 })) : one(bodies).release()),
    signedDistance: () => holds(clearance.signedDistance(one(bodies), one(bodies), { poseA: pose(), poseB: pose() })),
    distanceWithin: () => holds(clearance.distanceWithin(number(), one(bodies), one(bodies), { poseB: pose() })),
    intersects: () => assert.equal(typeof clearance.intersects(one(bodies), one(bodies), { poseB: pose() }), "boolean"),
    scene: () => {
      const names = ["a", "b", "c", "a"];
      const body = (i) => ({ name: names[i], shape: form(), pose: pose(), ...(below(3) ? {} : { motion: { linear: numbers(3) } }) });
      put(scenes, clearance.scene({ bodies: [0, 1, 2, 3].slice(0, 1 + below(3)).map(body), ...(below(20) ? {} : { bodys: 1 }) }));
    },
    move: () => one(scenes).move({ [one(["a", "b", "x"])]: pose() }),
    closest: () => one(scenes).closest({ k: below(3) }).forEach(holds),
    contacts: () => one(scenes).contacts(),
    firstContact: () => one(scenes).firstContact(),
    between: () => holds(one(scenes).between(one(["a", "b", "x"]), one(["a", "b", "c"]))),
    castRay: () => one(scenes).castRay(numbers(3), numbers(3)),
    robot: () => put(robots, clearance.robot(below(3) ? ARM : ARM.slice(0, below(ARM.length)), WORLD)),
    clearance: () => holds(one(robots).clearance(below(2) ? [number()] : { [one(["turn", "trun"])]: number() })),
    checkPath: () => one(robots).checkPath([[number()], [number()]]),
    moveBody: () => one(robots).moveBody(one(["a", "b"]), pose()),
    answer: () => clearance.answer(below(4) ? { id: 1, a: { shape: form() }, b: { shape: form(), pose: pose() } } : one(["", "{", "[]", "{}"])),
  };
  const names = Object.keys(calls);
  const counts = Object.fromEntries(names.map((name) => [name, [0, 0]]));
  let memory = 0;
  for (let call = 0; call < CALLS; ++call) {
    const name = one(names);
    try {
      calls[name]();
      ++counts[name][0];
    } catch (error) {
      const isOfNothing = error instanceof TypeError && /null/.test(error.message) && scenes.includes(null);
      assert.ok(error instanceof ClearanceError || isOfNothing, `call ${call}, ${name}: ${error.stack}`);
      assert.ok(error.message.length > 5, `call ${call}, ${name}: ${error.message}`);
      // Robots are released only where another one takes their place.
      assert.ok(!/^robot \d+ does not exist/.test(error.message), `call ${call}, ${name}: ${error.message}`);
      ++counts[name][1];
    }
    if (call === CALLS >> 1) memory = process.memoryUsage().arrayBuffers;
  }
  const grown = process.memoryUsage().arrayBuffers - memory;
  assert.ok(grown < 64 << 20, `${grown} bytes more after the second half of the calls`);
  const lacking = names.filter((name) => counts[name][0] === 0);
  assert.deepEqual(lacking, [], JSON.stringify(counts));
  if (process.env.CALLS) console.log(JSON.stringify(counts));
});
