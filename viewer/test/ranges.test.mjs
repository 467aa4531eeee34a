// The page of a range of motion: a slider for each joint, the clearance over its range, from the worst configuration.

import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { colours, launch, open as openPage, overhang, shots } from "./browser.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

const file = join(mkdtempSync(join(tmpdir(), "ranges-")), "cabinet.json");
const box = (name, half_extents, translation, joint) => ({ name, shape: { kind: "box", half_extents }, pose: { translation }, joint });
const door = { type: "revolute", axis: [0, 0, 1], origin: [-0.3, -0.27, 0], range: [-1.9, 0] };
const drawer = { type: "prismatic", axis: [0, -1, 0], range: [0, 0.3] };
const bodies = [
  box("board", [0.3, 0.25, 0.02], [0, 0, 0]),
  box("wall", [0.02, 0.8, 0.5], [-0.75, -0.3, 0.2]),
  box("door", [0.3, 0.01, 0.19], [0, -0.27, 0.22], door),
  box("drawer", [0.25, 0.22, 0.05], [0, 0, 0.15], drawer),
];
writeFileSync(file, JSON.stringify({ bodies }));
const args = ["sweep", file];

for (const [width, height, scheme] of [[1280, 720, "light"], [1280, 720, "dark"], [390, 844, "light"]]) {
  test(`sliders at ${width} x ${height}, ${scheme}, without errors or requests`, async () => {
    const { page, troubles } = await openPage(browser, args, 1, { width, height, scheme });
    assert.equal(await page.locator("#joints input[type=range]").count(), 2);
    await page.screenshot({ path: join(shots, `ranges-${width}-${scheme}.png`), fullPage: width < 600 });
    assert.ok((await colours(page, 0)) > 12, "the canvas shows something");
    assert.ok((await overhang(page)) <= 0, "no part sticks out to the side");
    assert.deepEqual(troubles, []);
    await page.close();
  });
}

test("a range without a collision says how near bodies come", async () => {
  const { page, troubles } = await openPage(browser, [...args, "--ranges", '{"door": [-1.9, -1.6]}'], 1);
  assert.match(await page.textContent("#details h2"), /^never collides: at least [\d.]+ mm over the whole range \(proven\)$/);
  assert.match(await page.textContent("#details"), /rangeclearance at least 0\.\d+ m \(proven\)in the worst configuration/);
  await page.screenshot({ path: join(shots, "ranges-free.png") });
  assert.equal(await page.locator("#joints rect.hit").count(), 0);
  assert.deepEqual(troubles, []);
  await page.close();
});

test("a slider moves its joint, the other one goes back to the worst configuration", async () => {
  const { page, troubles } = await openPage(browser, args, 1);
  assert.match(await page.textContent("#details h2"), /^worst: collides: door and drawer, [\d.]+ mm deep$/);
  assert.equal(await page.isVisible("#chart"), false);
  const [doors, drawers] = [0, 1].map((i) => page.locator("#joints input[type=range]").nth(i));
  const value = (i) => page.locator("#joints output").nth(i).textContent();
  const worst = await value(1);
  const set = (slider, frame) => slider.evaluate((input, frame) => {
    input.value = `${frame}`;
    input.dispatchEvent(new Event("input"));
  }, frame);
  // Wide open, nothing is in the drawer's way.
  await set(doors, 0);
  assert.equal(await value(0), "-108.9°");
  assert.match(await page.textContent("#details h2"), /^door -1\.9000: free, [\d.]+ mm between /);
  assert.equal(await page.locator("#path").inputValue(), "1");
  assert.match(page.url(), /#path=1&frame=0$/);
  await set(drawers, 0);
  assert.equal(await value(1), "0 mm");
  assert.notEqual(await value(0), "-108.9°");
  await set(doors, 3);
  assert.equal(await value(1), worst);
  // Bars: above zero where it is free, and in the other colour where it is not.
  const bars = page.locator("#joints svg").first();
  assert.ok((await bars.locator("rect.free").count()) > 5 && (await bars.locator("rect.hit").count()) > 5);
  // Keys of a slider are its own.
  await doors.focus();
  await page.keyboard.press("ArrowRight");
  assert.match(page.url(), /#path=1&frame=4$/);
  assert.deepEqual(troubles, []);
  await page.close();
});
