// The page of a scene: drawn on a phone, a desk and a projector, light and dark; pairs chosen, frames scrubbed, boxes shown; no request.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { colours, launch, open as openPage, overhang, root, shots } from "./browser.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

const table = ["scene", "testdata/scenes/table.json", "--k", "12"];
const film = [...table, "--frames", "testdata/scenes/table-frames.jsonl"];
const open = (args, options) => openPage(browser, args, 1, options);
const folder = mkdtempSync(join(tmpdir(), "scene-"));

/** A file with some text or, of anything else, its JSON. */
function written(name, content) {
  writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
  return join(folder, name);
}

for (const [width, height, scheme] of [[1280, 720, "light"], [1920, 1080, "dark"], [390, 800, "dark"], [800, 1000, "light"]]) {
  test(`drawn at ${width} x ${height}, ${scheme}, without errors or requests`, async () => {
    const { page, troubles } = await open(film, { width, height, scheme });
    await page.screenshot({ path: join(shots, `scene-${width}-${scheme}.png`) });
    assert.ok((await colours(page, 0)) > 12, "the canvas shows something");
    assert.ok((await overhang(page)) <= 0, "no part sticks out to the side");
    assert.deepEqual(troubles, []);
    await page.close();
  });
}

test("the heading says what is seen, the foot lists keys and the command, and a link opens at its frame", async () => {
  const { page, troubles } = await open(film);
  assert.match(await page.textContent("#details h2"), /^(separated|collides|touches|undecided): .+ and .+/);
  assert.match(await page.textContent("footer .keys"), /step.*play.*reset view.*isolate/);
  assert.match(await page.textContent("footer .made"), /^clearance scene .*clearance \d+\.\d+\.\d+ · \d{4}-\d\d-\d\d/);
  await page.goto(`${page.url().split("#")[0]}#frame=7&pair=2`);
  await page.reload();
  await page.waitForTimeout(300);
  assert.match(await page.textContent("#count"), /^frame 7 of 40/);
  assert.equal(await page.getAttribute(".answers tr:nth-child(3)", "class"), "separated chosen");
  assert.deepEqual(troubles, []);
  await page.close();
});

test("a click isolates a body, Escape shows all again", async () => {
  const { page, troubles } = await open(table);
  const picture = () => page.evaluate(() => document.querySelector("canvas").toDataURL());
  const all = await picture();
  const box = await page.locator("canvas").boundingBox();
  // Somewhere on the diagonal there is a body.
  let changed = false;
  for (let i = 3; i < 8 && !changed; i++) {
    await page.mouse.click(box.x + (box.width * i) / 10, box.y + (box.height * (i + 1)) / 12);
    await page.waitForTimeout(150);
    changed = (await picture()) !== all;
  }
  assert.ok(changed, "the others fade");
  const alone = await picture();
  await page.keyboard.press("Escape");
  await page.waitForTimeout(300);
  assert.ok((await picture()) !== alone, "the others are back");
  // What was isolated has chosen its first pair.
  await page.click(".answers tr:nth-child(1)");
  await page.waitForTimeout(300);
  assert.ok((await picture()) === all, "all bodies are as they were");
  assert.deepEqual(troubles, []);
  await page.close();
});

test("z zooms to the pair, r shows all again, and no two labels meet", async () => {
  const { page, troubles } = await open(film);
  const bar = () => page.textContent(".scale-bar");
  const far = await bar();
  const changed = (from) => page.waitForFunction((from) => document.querySelector(".scale-bar").textContent !== from, from);
  await page.keyboard.press("z");
  await changed(far);
  const [near, all] = [await bar(), (text) => Number.parseFloat(text) * (/ mm$/.test(text) ? 1 : 1000)];
  assert.ok(all(near) < 0.5 * all(far), `${near} of ${far}`);
  await page.keyboard.press("r");
  await changed(near);
  assert.equal(await bar(), far);
  const boxes = await page.$$eval(".labels span", (labels) => labels.filter((l) => l.style.visibility !== "hidden").map((l) => l.getBoundingClientRect().toJSON()));
  assert.ok(boxes.length > 8, `${boxes.length} labels`);
  for (const [i, a] of boxes.entries()) {
    for (const b of boxes.slice(i + 1)) {
      assert.ok(a.right < b.left || b.right < a.left || a.bottom < b.top || b.bottom < a.top, `${JSON.stringify(a)} meets ${JSON.stringify(b)}`);
    }
  }
  assert.deepEqual(troubles, []);
  await page.close();
});

test("the page is small: forms are written once, poses of bodies that move only, and numbers with all digits", async () => {
  const { page, troubles } = await open(film);
  const data = await page.evaluate(() => JSON.parse(document.getElementById("data").textContent));
  const [forms, bodies] = [new Set(data.forms.map((form) => JSON.stringify(form))), data.bodies.length];
  assert.equal(forms.size, data.forms.length);
  assert.equal(data.frames[0].moved.length, bodies);
  assert.ok(data.frames.slice(1).every(({ moved }) => moved.length < bodies));
  // The distance is shown as the command prints it.
  assert.ok((await page.textContent("#details")).includes(`${data.frames[0].rows[0].signed_distance} m`));
  assert.deepEqual(troubles, []);
  await page.close();
});

test("a pair is chosen from the list, and its names and numbers are shown", async () => {
  const { page, troubles } = await open(table);
  const rows = await page.$$eval(".answers tr", (rows) => rows.map((row) => row.querySelector(".names").textContent));
  assert.equal(rows.length, 12);
  await page.click(".answers tr:nth-child(3)");
  const sides = await page.$$eval(".side-a .value, .side-b .value", (cells) => cells.map((cell) => cell.textContent.split(",")[0]));
  assert.equal(sides.join(" – "), rows[2]);
  assert.equal(await page.isVisible(".frames"), false, "there is nothing to scrub");
  assert.deepEqual(troubles, []);
  await page.close();
});

test("frames are scrubbed, and tree boxes come on demand", async () => {
  const { page, troubles } = await open(film);
  assert.match(await page.textContent("#count"), /^frame 0 of 40/);
  await page.keyboard.press("ArrowRight");
  assert.match(await page.textContent("#count"), /^frame 1 of 40, 0.05 s/);
  await page.keyboard.press("End");
  assert.match(await page.textContent("#count"), /^frame 39/);
  const before = await colours(page, 0);
  await page.fill("#depth", "2");
  assert.equal(await page.textContent("#depth-name"), "tree boxes, depth 1");
  await page.waitForTimeout(300);
  assert.notEqual(await colours(page, 0), before);
  assert.deepEqual(troubles, []);
  await page.close();
});

test("what stands between the eye and the pair fades", async () => {
  const at = (...translation) => ({ translation });
  const ball = (name, x) => ({ name, shape: { kind: "sphere", radius: 0.04 }, pose: at(x, 0, 0) });
  // Four walls around the pair: from every side one of them hides it. In the second frame they stand beside it.
  const walls = [0, 1, 2, 3].map((i) => ({ shape: { kind: "box", half_extents: [0.02, 0.5, 0.4] }, pose: { translation: [0.5 * Math.cos((i * Math.PI) / 2), 0.5 * Math.sin((i * Math.PI) / 2), 0], quaternion: [Math.cos((i * Math.PI) / 4), 0, 0, Math.sin((i * Math.PI) / 4)] } }));
  const bodies = [ball("a", -0.05), ball("b", 0.05), { name: "walls", shape: { kind: "compound", parts: walls }, pose: at(0, 0, 0) }];
  const frames = [at(0, 0, 0), at(0, 0, 0.85)].map((pose) => JSON.stringify({ poses: { walls: pose } }));
  const args = ["scene", written("walls.json", { bodies }), "--k", "1", "--frames", written("walls.jsonl", `${frames.join("\n")}\n`)];
  const { page, troubles } = await open(args);
  await page.uncheck("#show-floor");
  /** How strongly what is drawn differs from the ground, summed over all pixels. */
  const strength = async () => {
    await page.waitForTimeout(300);
    return page.evaluate(() => {
      const canvas = document.querySelector("canvas");
      const copy = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height });
      const context = copy.getContext("2d");
      context.drawImage(canvas, 0, 0);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      let sum = 0;
      for (let i = 3; i < data.length; i += 4) sum += data[i];
      return sum;
    });
  };
  assert.match(await page.textContent("#details h2"), /: a and b/);
  const before = await strength();
  await page.screenshot({ path: join(shots, "scene-hidden.png") });
  await page.keyboard.press("ArrowRight");
  const beside = await strength();
  assert.ok(beside > 1.5 * before, `walls before the pair ${before}, beside it ${beside}`);
  await page.keyboard.press("ArrowLeft");
  assert.equal(await strength(), before);
  assert.deepEqual(troubles, []);
  await page.close();
});

test("the chart names its axes with units, and has numbers at both", async () => {
  const { page, troubles } = await open(film);
  const words = await page.$$eval("#chart text", (texts) => texts.map((text) => text.textContent));
  for (const word of ["least signed distance, m", "time, s", "0", "1.95"]) assert.ok(words.includes(word), `${word} in ${words}`);
  await page.locator("#chart svg").click({ position: { x: 200, y: 40 } });
  assert.doesNotMatch(await page.textContent("#count"), /^frame 0 /);
  assert.deepEqual(troubles, []);
  await page.close();
});

test("a page of 66 bodies has at most 1 MB, one of 10 000 at most 6 MB", async () => {
  const cell = (i, k) => Math.floor(i / 22 ** k) % 22;
  for (const [count, most] of [[66, 1e6], [10000, 6e6]]) {
    const kinds = [{ kind: "box", half_extents: [0.1, 0.2, 0.3] }, { kind: "capsule", half_length: 0.2, radius: 0.1 }, { kind: "ellipsoid", radii: [0.3, 0.2, 0.1] }];
    const bodies = Array.from({ length: count }, (_, i) => ({ name: `body ${i}`, shape: kinds[i % 3], pose: { translation: [0, 1, 2].map((k) => cell(i, k) + 0.123456789 * (i % 7)) } }));
    const file = join(folder, `many-${count}.html`);
    execFileSync(process.env.CLEARANCE ?? join(root, "target/debug/clearance"), ["scene", written(`many-${count}.json`, { bodies }), "--html", file]);
    const size = statSync(file).size;
    assert.ok(size > 1e3 * Math.sqrt(count) && size <= most, `${count} bodies: ${size} bytes`);
  }
});

test("a report has a card with a picture for each pair that is not as it is to be", async () => {
  const brick = (name, x) => ({ name, shape: { kind: "box", half_extents: [0.01, 0.02, 0.03] }, pose: { translation: [x, 0, 0] } });
  const file = written("parts.json", { bodies: [brick("block", 0), brick("lid", 0.0195), brick("foot", 0.04), brick("far", 0.09)] });
  const bands = written("bands.json", { default: { min: "1mm" } });
  for (const [width, scheme] of [[1280, "light"], [390, "dark"]]) {
    const { page, troubles } = await open(["assembly", file, "--bands", bands], { width, scheme, status: 3 });
    await page.waitForFunction(() => [...document.querySelectorAll(".card img")].every((image) => image.naturalWidth === 480));
    assert.equal(await page.textContent("#findings h2"), "2 findings");
    assert.match(await page.textContent(".card:nth-child(1)"), /^clashblock – lid0.5 mm deep; expected at least 1 mm; 1200 mm³ in common$/);
    assert.match(await page.textContent(".card:nth-child(2)"), /^too nearlid – foot0.5 mm apart; expected at least 1 mm$/);
    const pictures = await page.$$eval(".card img", (images) => images.map((image) => image.src));
    assert.notEqual(pictures[0], pictures[1]);
    // A picture shows something of both bodies.
    const seen = await page.$eval(".card:nth-child(2) img", (image) => {
      const context = Object.assign(document.createElement("canvas"), { width: 48, height: 32 }).getContext("2d");
      context.drawImage(image, 0, 0, 48, 32);
      const { data } = context.getImageData(0, 0, 48, 32);
      const pixels = Array.from({ length: 48 * 32 }, (_, i) => data.slice(4 * i, 4 * i + 4)).filter(([, , , alpha]) => alpha > 40);
      return [pixels.filter(([r, , b]) => b > r + 30).length, pixels.filter(([r, , b]) => r > b + 30).length];
    });
    assert.ok(seen.every((count) => count > 50), `${seen}`);
    await page.click(".card:nth-child(2)");
    assert.match(await page.textContent("#details h2"), /lid and foot/);
    assert.ok((await overhang(page)) <= 0, "no part sticks out to the side");
    assert.deepEqual(troubles, []);
    await page.screenshot({ path: join(shots, `report-${width}-${scheme}.png`), fullPage: true });
    await page.close();
  }
  const { page, troubles } = await open(["assembly", file, "--within", "0.1mm"], { status: 3 });
  assert.equal(await page.locator(".card").count(), 1);
  assert.deepEqual(troubles, []);
  await page.close();
});
