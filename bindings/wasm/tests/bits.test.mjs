// The checked-in .wasm answers as the native library does, bit by bit: `PAIR_DIGEST` is what `cargo run -p clearance-scene --example pair_digest` prints.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { load } from "../package/clearance.js";

const PAIRS = Number(process.env.PAIRS ?? 100000);

/** Numbers of 32 bits, the same in Rust: splitmix32. */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return (z ^ (z >>> 15)) >>> 0;
  };
}

export async function digest(pairs) {
  const clearance = await load();
  const lines = (await readFile(new URL("shapes.jsonl", import.meta.url), "utf8")).trimEnd().split("\n");
  const bodies = lines.map((line) => clearance.body(line));
  const next = random(1);
  const unit = () => next() / 2147483648 - 1;
  const pose = () => {
    const translation = [unit(), unit(), unit()];
    const [w, x, y, z] = [unit(), unit(), unit(), unit()];
    const length = Math.sqrt(w * w + x * x + y * y + z * z);
    return [...translation, w / length, x / length, y / length, z / length];
  };
  const words = new Uint32Array(2);
  const number = new Float64Array(words.buffer);
  let [first, second] = [0x811c9dc5, 0x12345678];
  const take = (value) => {
    number[0] = value;
    for (const word of words) {
      first = Math.imul(first ^ word, 16777619);
      second = Math.imul(second ^ ((word << 16) | (word >>> 16)), 16777619);
    }
  };
  const begin = process.cpuUsage();
  const statuses = { 1: 0, 0: 0, "-1": 0, "-2": 0 };
  for (let i = 0; i < pairs; i++) {
    const [a, b] = [next() % bodies.length, next() % bodies.length];
    const [poseA, poseB] = [pose(), pose()];
    const row = clearance.signedDistances(bodies[a], bodies[b], poseA, poseB);
    statuses[row[12]]++;
    take(Number.isNaN(row[0]) ? 9e9 : row[0]);
    for (const place of [1, 2, 12, 3, 4, 5, 6, 7, 8, 9, 10, 11, 14, 15]) take(row[place]);
  }
  const { user, system } = process.cpuUsage(begin);
  const hex = (sum) => (sum >>> 0).toString(16).padStart(8, "0");
  return { digest: hex(first) + hex(second), statuses, seconds: (user + system) / 1e6 };
}

test(`${PAIRS} pairs have the bits of the native library`, { skip: !process.env.PAIR_DIGEST && "PAIR_DIGEST is not given" }, async (t) => {
  const found = await digest(PAIRS);
  t.diagnostic(`${JSON.stringify(found.statuses)} in ${found.seconds.toFixed(2)} s of CPU time`);
  assert.ok(found.statuses[1] > PAIRS / 5 && found.statuses[-1] > PAIRS / 5, "both are common");
  assert.equal(found.digest, process.env.PAIR_DIGEST, "the .wasm answers as an older library did: run bindings/wasm/build");
});
