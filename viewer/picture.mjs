// Takes a picture of a page at a frame: node picture.mjs PAGE PNG FRAME, as its address has it: step=11, frame=3.

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { chromium } from "playwright-core";

const [page, picture, frame] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-sandbox"],
});
const tab = await browser.newPage({ viewport: { width: 1280, height: 720 }, colorScheme: "light" });
await tab.goto(`${pathToFileURL(resolve(page)).href}#${frame}`);
await tab.waitForTimeout(800);
await tab.screenshot({ path: picture });
await browser.close();
