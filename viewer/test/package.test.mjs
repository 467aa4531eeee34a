// The package for npm in headless Chromium, as the guide shows it: served over HTTP, without a bundler, beside three.js, and in a worker.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";

import { launch, root } from "./browser.mjs";

const TYPES = { ".js": "text/javascript", ".wasm": "application/wasm", ".html": "text/html" };
const PAGE = `<!doctype html><title>package</title><script type="importmap">${JSON.stringify({
  imports: { clearance: "/clearance/clearance.js", "clearance/three": "/clearance/three.js", "clearance/worker": "/clearance/worker.js", three: "/three/three.module.js" },
})}</script>`;
const FOLDERS = { clearance: "bindings/wasm/package", three: "viewer/node_modules/three/build" };

let browser, server, page;
before(async () => {
  server = createServer(async ({ url }, answer) => {
    const [, folder, name] = url.split("/");
    const body = name ? await readFile(join(root, FOLDERS[folder], name)).catch(() => null) : PAGE;
    answer.writeHead(body === null ? 404 : 200, { "content-type": TYPES[name ? extname(name) : ".html"] ?? "text/plain" });
    answer.end(body);
  });
  await new Promise((listens) => server.listen(0, "127.0.0.1", listens));
  browser = await launch();
  page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
});
after(async () => {
  await browser.close();
  server.close();
});

test("bodies, and geometries of three.js", async () => {
  const found = await page.evaluate(async () => {
    const { load } = await import("clearance");
    const { fromGeometry, poseOf } = await import("clearance/three");
    const three = await import("three");
    const clearance = await load();
    const box = clearance.body({ kind: "box", half_extents: [1, 1, 0.5] });
    const ball = clearance.body({ kind: "sphere", radius: 0.25 });
    const pair = clearance.signedDistance(box, ball, { poseB: { translation: [0.5, 0, 1] } });
    const torus = new three.Mesh(new three.TorusGeometry(2, 0.5, 12, 24));
    const [hull, solid] = ["hull", "mesh"].map((as) => fromGeometry(clearance, torus.geometry, { as }));
    torus.position.set(0, 0, 1);
    const inTheHole = { poseA: poseOf(torus), poseB: [0, 0, 1, 1, 0, 0, 0] };
    let refusal;
    try {
      clearance.body({ kind: "ball", radius: -1 });
    } catch (error) {
      refusal = `${error.name}: ${error.message}`;
    }
    return { pair, filled: clearance.intersects(hull, ball, inTheHole), hole: clearance.signedDistance(solid, ball, inTheHole), refusal };
  });
  assert.equal(found.pair.signedDistance, 0.25);
  assert.ok(found.pair.lower <= 0.25 && 0.25 <= found.pair.upper && found.pair.proven);
  // The inner radius is 2 - 0.5, less what 24 sides cut off; the ball has 0.25.
  assert.ok(found.filled && found.hole.lower > 1.2 && found.hole.upper < 1.25, JSON.stringify(found));
  assert.match(found.refusal, /^ClearanceError: .*ball/);
});

test("a worker answers with the bits of the page", async () => {
  const [here, there, refusal] = await page.evaluate(async () => {
    const { load } = await import("clearance");
    const { fromGeometry } = await import("clearance/three");
    const { loadInWorker } = await import("clearance/worker");
    const { TorusKnotGeometry } = await import("three");
    const geometry = new TorusKnotGeometry(1, 0.3, 60, 8);
    const poseB = { translation: [3, 0.5, 0.25] };
    const clearance = await load();
    const here = clearance.signedDistance(fromGeometry(clearance, geometry, { as: "mesh" }), clearance.body({ kind: "sphere", radius: 1 }), { poseB });
    const remote = await loadInWorker();
    const statue = await remote.fromGeometry(geometry, { as: "mesh" });
    const ball = await remote.call("body", { kind: "sphere", radius: 1 });
    const there = await remote.call("signedDistance", statue, ball, { poseB });
    const refusal = await remote.call("body", { kind: "sphere" }).catch((error) => error.message);
    remote.terminate();
    return [here, there, refusal];
  });
  assert.deepEqual(there, here);
  assert.ok(here.signedDistance > 0 && here.proven);
  assert.match(refusal, /radius/);
});
