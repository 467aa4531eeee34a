// Pages of the command in headless Chromium. The command is CLEARANCE, or what `cargo build -p clearance-cli` made; the browser is CHROMIUM, or
// /usr/bin/chromium. Screenshots to be looked at are left in viewer/shots.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { chromium } from "playwright-core";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const folder = mkdtempSync(join(tmpdir(), "pages-"));

/** Where screenshots are left. */
export const shots = join(root, "viewer/shots");
mkdirSync(shots, { recursive: true });

export const launch = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-sandbox"],
  });

/** Lets the command write a page and end with a status, and waits for its canvases; its errors and requests are its troubles. */
export async function open(browser, args, canvases, { width = 1400, height = 820, scheme = "light", status = 0 } = {}) {
  const file = join(folder, `${args.join(" ").replaceAll(/[^\w]+/g, "-")}.html`);
  const command = process.env.CLEARANCE ?? join(root, "target/debug/clearance");
  const made = spawnSync(command, [...args, "--html", file], { cwd: root, encoding: "utf8" });
  if (made.status !== status) throw new Error(`status ${made.status}: ${made.stderr}`);
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: scheme });
  const troubles = [];
  page.on("pageerror", (error) => troubles.push(error.message));
  page.on("console", (message) => message.type() === "error" && troubles.push(message.text()));
  page.on("request", (request) => /^(file|data):/.test(request.url()) || troubles.push(request.url()));
  await page.goto(pathToFileURL(file).href);
  await page.waitForFunction((n) => document.querySelectorAll("canvas").length === n, canvases);
  await page.waitForTimeout(300);
  return { page, troubles };
}

/** The page to play with, in a mode, once it has computed something. */
export async function openPlay(browser, files, { width = 1400, height = 820, scheme = "light", mode = "pair" } = {}) {
  const file = join(folder, `play-${files.join(" ").replaceAll(/[^\w]+/g, "-")}.html`);
  const command = process.env.CLEARANCE ?? join(root, "target/debug/clearance");
  execFileSync(command, ["play", ...files, "--html", file], { cwd: root });
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: scheme });
  const troubles = [];
  page.on("pageerror", (error) => troubles.push(error.message));
  page.on("console", (message) => message.type() === "error" && troubles.push(message.text()));
  page.on("request", (request) => /^(file|blob|data):/.test(request.url()) || troubles.push(request.url()));
  await page.goto(`${pathToFileURL(file).href}#${mode}`);
  await page.waitForFunction(() => document.documentElement.dataset.ready && document.documentElement.dataset.pictures, null, { timeout: 60000 });
  await page.waitForTimeout(400);
  return { page, troubles };
}

/** How many colours a canvas shows, of a sample of its pixels. */
export const colours = (page, index) =>
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

/** How far the page sticks out to the side. */
export const overhang = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
