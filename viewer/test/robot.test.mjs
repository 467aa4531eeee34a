// The page of a robot's paths: drawn in several sizes, light and dark; paths chosen, scrubbed, found by a click into the certificate; no request.

import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { colours, launch, open as openPage, overhang, root, shots } from "./browser.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

const folder = mkdtempSync(join(tmpdir(), "robot-"));
const [edges, scene] = ["edges.jsonl", "scene.json"].map((name) => join(folder, name));
const ready = [0, -0.785398, 0, -2.356194, 0, 1.570796, 0.785398, 0.02];
const turned = (first) => [first, ...ready.slice(1)];
const lines = [
  { id: "aside", from: ready, to: turned(0.5) },
  { id: "into the post", from: turned(0.5), to: turned(-1.2) },
];
writeFileSync(edges, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
const post = { name: "post", shape: { kind: "box", half_extents: [0.05, 0.05, 0.6] }, pose: { translation: [0.25, -0.25, 0.6] } };
writeFileSync(scene, JSON.stringify({ bodies: [post] }));
const panda = "testdata/robots/panda/panda";
const args = ["robot", "check", `${panda}.urdf`, edges, "--srdf", `${panda}.srdf`, "--scene", scene];

for (const [width, height, scheme] of [[1280, 720, "light"], [1920, 1080, "dark"], [390, 844, "light"]]) {
  test(`drawn at ${width} x ${height}, ${scheme}, without errors or requests`, async () => {
    const { page, troubles } = await openPage(browser, args, 1, { width, height, scheme });
    await page.screenshot({ path: join(shots, `robot-${width}-${scheme}.png`) });
    assert.ok((await colours(page, 0)) > 12, "the canvas shows something");
    assert.ok((await overhang(page)) <= 0, "no part sticks out to the side");
    assert.deepEqual(troubles, []);
    await page.close();
  });
}

test("a free edge has a certificate, and a hit one says where", async () => {
  const { page, troubles } = await openPage(browser, args, 1);
  assert.equal(await page.textContent("#details h2"), "free over the whole path (proven)");
  assert.ok((await page.locator("#strip rect").count()) > 0);
  assert.match(await page.textContent("#details"), /whole pathclearance at least 0\.\d+ m \(proven\).*at the shown configuration/);
  assert.equal(await page.locator("#chart path.floor").count(), 1);
  const words = await page.$$eval("#chart text", (texts) => texts.map((text) => text.textContent));
  assert.ok(words.some((word) => /, m$/.test(word)) && words.length >= 5, `axes and numbers: ${words}`);
  await page.selectOption("#path", "1");
  assert.match(await page.textContent("#details h2"), /^collides at t = 0\.\d+: panda_\w+ and post$/);
  assert.equal(await page.isVisible("#certificate"), false);
  assert.equal(await page.locator("#chart path.floor").count(), 0);
  assert.equal(await page.locator("#chart rect.hit").count(), 1);
  await page.keyboard.press("End");
  assert.match(await page.textContent("#count"), /^t = 1.000 of 1 segments/);
  assert.deepEqual(troubles, []);
  await page.close();
});

test("configurations are named, and nothing is drawn between them", async () => {
  const file = join(folder, "configurations.jsonl");
  const lines = [{ id: "ready", q: ready }, { id: "in the post", q: turned(-0.35) }];
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const { page, troubles } = await openPage(browser, ["robot", "clearance", `${panda}.urdf`, file, ...args.slice(4)], 1);
  assert.match(await page.textContent("#details h2"), /^ready: free, [\d.]+ mm between /);
  assert.equal(await page.locator("#chart path.upper").count(), 0);
  assert.equal(await page.isVisible("#trail"), false);
  await page.keyboard.press("End");
  assert.match(await page.textContent("#details h2"), /^in the post: collides: panda_\w+ and post, [\d.]+ mm deep$/);
  assert.match(await page.textContent("#count"), /^2 of 2: in the post$/);
  assert.match(page.url(), /#path=0&frame=1$/);
  assert.deepEqual(troubles, []);
  await page.close();
});

const trajectory = join(folder, "swing.json");
const still = [0, 0, 0, 0, 0, 0, 0, 0];
const cart = { motion: [{ time: 0, pose: { translation: [0.7, 0.5, 0.4] } }, { time: 2, pose: { translation: [0.7, -0.9, 0.4] } }] };
const swing = {
  points: [{ time: 0, positions: ready, velocities: still }, { time: 2, positions: turned(0.6), velocities: still }],
  tube: 0.004,
  bodies: { post: { ...cart, uncertain: { translation: [0.03, 0.03, 0] } } },
};
writeFileSync(trajectory, JSON.stringify(swing));
const executed = ["robot", "check", `${panda}.urdf`, "--trajectory", trajectory, ...args.slice(4)];

for (const [width, height, scheme] of [[1280, 720, "light"], [1280, 720, "dark"], [390, 844, "light"]]) {
  test(`a trajectory at ${width} x ${height}, ${scheme}: bodies that move, what may be off, velocities`, async () => {
    const { page, troubles } = await openPage(browser, executed, 1, { width, height, scheme });
    assert.match(await page.textContent("#count"), /^t = 0.000 of 2 s/);
    assert.equal(await page.locator("#rate-chart path:not(.zero):not(.now)").count(), 1, "one joint moves");
    assert.equal(await page.isVisible("#off-key"), true);
    await page.keyboard.press("End");
    assert.match(await page.textContent("#count"), /^t = 2.000 of 2 s/);
    await page.screenshot({ path: join(shots, `executed-${width}-${scheme}.png`) });
    assert.ok((await colours(page, 0)) > 12, "the canvas shows something");
    assert.ok((await overhang(page)) <= 0, "no part sticks out to the side");
    assert.deepEqual(troubles, []);
    await page.close();
  });
}

test("two robots of one file are replayed together, on one clock", async () => {
  const file = join(folder, "cell.json");
  const arm = { file: join(root, `${panda}.urdf`), srdf: join(root, `${panda}.srdf`) };
  const base = { translation: [0.8, 0, 0], rpy: [0, 0, 3.14] };
  writeFileSync(file, JSON.stringify({ robots: [{ name: "left", ...arm }, { name: "right", ...arm, base }] }));
  const both = (left, right) => [...turned(left), ...turned(right)];
  const motion = join(folder, "both.json");
  const ends = [{ time: 0, positions: both(0.6, 0.6) }, { time: 2, positions: both(0.05, 0) }];
  writeFileSync(motion, JSON.stringify({ points: ends.map((point) => ({ ...point, velocities: [...still, ...still] })), tube: 0.002 }));
  const { page, troubles } = await openPage(browser, ["robot", "check", file, "--trajectory", motion], 1);
  assert.match(await page.textContent("#count"), /^t = 0.000 of 2 s/);
  assert.match(await page.textContent("#details h2"), /^free over the whole path \(proven\)/);
  assert.equal(await page.locator("#rate-chart path:not(.zero):not(.now)").count(), 2, "a joint of each robot moves");
  const first = await page.screenshot({ clip: { x: 300, y: 100, width: 700, height: 500 } });
  await page.keyboard.press("End");
  assert.match(await page.textContent("#details"), /nearestleft\/panda_\w+ – right\/panda_\w+/);
  assert.notDeepEqual(await page.screenshot({ clip: { x: 300, y: 100, width: 700, height: 500 } }), first, "both have moved");
  await page.screenshot({ path: join(shots, "two-robots.png") });
  assert.ok((await colours(page, 0)) > 12, "the canvas shows something");
  assert.deepEqual(troubles, []);
  await page.close();
});

test("a report has the profile, the nearest pairs, the limits of the joints, and the digests of its files", async () => {
  const swing = join(folder, "swing.jsonl");
  const points = [0, 1].map((time) => ({ time: 2 * time, positions: [0.5 + 0.4 * time, ...ready.slice(1)] }));
  writeFileSync(swing, JSON.stringify({ id: "swing", points }));
  const file = join(folder, "requirements.json");
  const ball = (name, x) => ({ name, shape: { kind: "sphere", radius: 0.5 }, pose: { translation: [x, 0, 0] } });
  const arm = { ...ball("arm", 2), joint: { type: "continuous", axis: [0, 0, 1] } };
  writeFileSync(file, JSON.stringify({ robot: { bodies: [ball("post", 6), arm] }, requirements: [{ name: "keeps away", at_least: 2.9 }] }));
  const asked = ["robot", "approach", `${panda}.urdf`, swing, "--srdf", `${panda}.srdf`, "--scene", scene, "--requirements", file];
  const { page, troubles } = await openPage(browser, asked, 1);
  await page.screenshot({ path: join(shots, "robot-report.png") });
  assert.equal(await page.isVisible("#profile-chart svg"), true);
  const heads = await page.$$eval("#report h3", (all) => all.map((head) => head.textContent));
  assert.deepEqual(heads, ["nearest pairs over the whole motion", "joints", "requirements", "files"]);
  assert.equal(await page.locator("#report table").first().locator("tr").count(), 6);
  assert.match(await page.textContent("#report"), /keeps awayholds2\.9/);
  // Five pictures, no two of them alike, each of more than a few colours.
  const pictures = await page.$$eval("#report figure img", (all) => all.map((image) => [image.naturalWidth, image.naturalHeight, image.src]));
  assert.deepEqual(pictures.map(([width, height]) => [width, height]), Array(5).fill([480, 320]));
  assert.equal(new Set(pictures.map(([, , source]) => source)).size, 5);
  assert.ok(pictures.every(([, , source]) => source.length > 4000), `${pictures.map(([, , source]) => source.length)}`);
  assert.match(await page.textContent("#report"), /panda_joint1velocity, rad\/s/);
  assert.match(await page.textContent("#report"), /scene\.json[0-9a-f]{64}/);
  assert.match(await page.textContent("#report"), /certifies nothing by itself/);
  await page.locator("#report .seek").first().click();
  assert.ok((await overhang(page)) <= 0, "no part sticks out to the side");
  assert.deepEqual(troubles, []);
  await page.close();
});
