// Takes a picture of a page at a step: node picture.mjs PAGE PNG STEP.

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { chromium } from "playwright-core";

const [page, picture, step] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-sandbox"],
});
const tab = await browser.newPage({ viewport: { width: 1280, height: 720 }, colorScheme: "light" });
await tab.goto(`${pathToFileURL(resolve(page)).href}#step=${step}`);
await tab.waitForTimeout(800);
await tab.screenshot({ path: picture });
await browser.close();
