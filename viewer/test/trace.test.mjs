// The page of a trace: several window sizes, light and dark, keys, no request.

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { colours, launch, open as openPage, overhang, shots } from "./browser.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

const lecture = "testdata/traces/lecture.jsonl";
const open = (id, options = {}) =>
  openPage(browser, ["trace", lecture, "--id", id, "--algorithm", options.algorithm ?? "core"], 2, options);

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
    assert.ok((await overhang(page)) <= 0, "no part sticks out to the side");
    assert.deepEqual(troubles, []);
    await page.close();
  });
}

test("keys, buttons and the slider go through the steps", async () => {
  const { page, troubles } = await open("tetrahedra");
  const count = () => page.textContent("#count");
  const last = await page.evaluate(() => JSON.parse(document.getElementById("data").textContent).frames.length);
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
  await page.waitForFunction(() => !document.querySelector("#count").textContent.startsWith("step 2 "));
  assert.deepEqual(troubles, []);
  await page.close();
});

test("the chart names its axes with units, and a click goes to a step", async () => {
  const { page, troubles } = await open("tetrahedra");
  const words = await page.$$eval("#chart text", (texts) => texts.map((text) => text.textContent));
  const last = await page.evaluate(() => JSON.parse(document.getElementById("data").textContent).frames.length);
  for (const word of ["signed distance of the cores, m", "step", "1", `${last}`]) assert.ok(words.includes(word), `${word} in ${words}`);
  assert.ok(words.some((word) => /^-?\d+\.?\d*$/.test(word) && word.includes(".")), `a number of the distance in ${words}`);
  const box = await page.locator("#chart svg").boundingBox();
  await page.mouse.click(box.x + box.width - 6, box.y + box.height / 2);
  assert.equal(await page.textContent("#count"), `step ${last} of ${last}`);
  assert.deepEqual(troubles, []);
  await page.close();
});

test("dragging turns both views alike, and r turns them back", async () => {
  const { page } = await open("tetrahedra");
  const read = () => page.evaluate(() => document.querySelectorAll(".labels")[1].lastElementChild.style.transform);
  // Views move on for some frames, more of them on a busy machine: what counts is where they come to rest.
  const label = async () => {
    for (let last = await read(), equal = 0; ; ) {
      await page.waitForTimeout(100);
      const next = await read();
      equal = next === last ? equal + 1 : 0;
      if (equal === 3) return next;
      last = next;
    }
  };
  const before = await label();
  const box = await page.locator("#bodies").boundingBox();
  await page.mouse.move(box.x + 100, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + 220, box.y + 160, { steps: 4 });
  await page.mouse.up();
  const turned = await label();
  assert.notEqual(turned, before, "the difference turns with the bodies");
  await page.keyboard.press("r");
  assert.equal(await label(), before);
  await page.close();
});
