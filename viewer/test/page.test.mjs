// The page in headless Chromium: several window sizes, light and dark, keys, no request. Screenshots to be looked at are left
// in viewer/shots. The command is built by `cargo build -p clearance-cli`; the browser is CHROMIUM, or /usr/bin/chromium.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

import { chromium } from "playwright-core";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const shots = join(root, "viewer/shots");
const folder = mkdtempSync(join(tmpdir(), "trace-"));
let browser;

before(async () => {
  mkdirSync(shots, { recursive: true });
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-sandbox"],
  });
});

after(() => browser.close());

/** Writes the page of a case, and opens it; whatever goes wrong in it fails the test. */
async function open(id, { width = 1400, height = 820, scheme = "light", algorithm = "core" } = {}) {
  const file = join(folder, `${id} ${algorithm}.html`);
  const cases = "testdata/traces/lecture.jsonl";
  const command = process.env.CLEARANCE ?? join(root, "target/debug/clearance");
  execFileSync(command, ["trace", cases, "--id", id, "--algorithm", algorithm, "--html", file], { cwd: root });
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: scheme });
  const troubles = [];
  page.on("pageerror", (error) => troubles.push(error.message));
  page.on("console", (message) => message.type() === "error" && troubles.push(message.text()));
  page.on("request", (request) => request.url().startsWith("file:") || troubles.push(request.url()));
  await page.goto(pathToFileURL(file).href);
  await page.waitForFunction(() => document.querySelectorAll("canvas").length === 2);
  await page.waitForTimeout(300);
  return { page, troubles };
}

/** How many colours a canvas shows, of a sample of its pixels. */
const colours = (page, index) =>
  page.evaluate((index) => {
    const canvas = document.querySelectorAll("canvas")[index];
    const copy = Object.assign(document.createElement("canvas"), { width: 200, height: 200 });
    const context = copy.getContext("2d");
    context.drawImage(canvas, 0, 0, 200, 200);
    const { data } = context.getImageData(0, 0, 200, 200);
    const seen = new Set();
    for (let i = 0; i < data.length; i += 4) seen.add((data[i] >> 4) * 65536 + (data[i + 1] >> 4) * 256 + (data[i + 2] >> 4));
    return seen.size;
  }, index);

const cases = [
  ["tetrahedra", { width: 1400, height: 820 }],
  ["sunken box", { width: 1920, height: 1080, scheme: "dark" }],
  ["sunken box", { width: 390, height: 800 }],
  ["cylinder over cone", { width: 1000, height: 760, scheme: "dark" }],
  ["expanding polygon", { width: 1000, height: 760 }],
  ["sunken box", { width: 1400, height: 820, algorithm: "casalino" }],
];

for (const [id, options] of cases) {
  const { width, height, scheme = "light", algorithm = "core" } = options;
  test(`${id}, ${algorithm}, ${width} x ${height}, ${scheme}: drawn, without errors or requests`, async () => {
    const { page, troubles } = await open(id, options);
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    await page.waitForTimeout(300);
    const name = `${id} ${algorithm} ${width} ${scheme}`.replaceAll(" ", "-");
    await page.screenshot({ path: join(shots, `${name}.png`) });
    for (const index of [0, 1]) assert.ok((await colours(page, index)) > 8, `canvas ${index} shows something`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `no part sticks out to the side: ${wide}`);
    assert.deepEqual(troubles, []);
    await page.close();
  });
}

test("keys, buttons and the slider go through the steps", async () => {
  const { page, troubles } = await open("tetrahedra");
  const count = () => page.textContent("#count");
  const last = await page.evaluate(() => JSON.parse(document.getElementById("trace").textContent).frames.length);
  assert.equal(await count(), `step 1 of ${last}`);
  await page.keyboard.press("ArrowRight");
  assert.equal(await count(), `step 2 of ${last}`);
  assert.match(await page.textContent("#numbers h2"), /^GJK 3/);
  await page.click("#before");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await count(), `step 1 of ${last}`, "there is nothing before the first step");
  await page.keyboard.press("End");
  assert.equal(await count(), `step ${last} of ${last}`);
  await page.fill("#step", "1");
  assert.equal(await count(), `step 2 of ${last}`);
  assert.ok(page.url().endsWith("#step=2"), "a step has an address");
  await page.keyboard.press(" ");
  await page.waitForFunction(() => document.querySelector("#count").textContent.startsWith("step 3"));
  assert.deepEqual(troubles, []);
  await page.close();
});

test("dragging turns both views alike, and r turns them back", async () => {
  const { page } = await open("tetrahedra");
  const label = () => page.evaluate(() => document.querySelectorAll(".labels")[1].lastElementChild.style.transform);
  const before = await label();
  const box = await page.locator("#bodies").boundingBox();
  await page.mouse.move(box.x + 100, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + 220, box.y + 160, { steps: 4 });
  await page.mouse.up();
  await page.waitForTimeout(300);
  const turned = await label();
  assert.notEqual(turned, before, "the difference turns with the bodies");
  await page.keyboard.press("r");
  await page.waitForTimeout(300);
  assert.equal(await label(), before);
  await page.close();
});
