// Takes a picture of a page: node picture.mjs PAGE PNG FRAME [WIDTHxHEIGHT]. FRAME is as in its address, step=11 or frame=3, or empty. With a size the
// picture shows the bodies only, without the numbers beside them.

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { chromium } from "playwright-core";

const [page, picture, frame, size] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-sandbox"],
});
const tab = await browser.newPage({ viewport: { width: 1280, height: 720 }, colorScheme: "light" });
const address = `${pathToFileURL(resolve(page)).href}#${frame}`;
if (size) {
  const [width, height] = size.split("x").map(Number);
  // Wide enough for the layout with numbers beside the bodies, which are then shown alone.
  await tab.addInitScript(([width, height]) => {
    addEventListener("DOMContentLoaded", () => {
      const style = document.createElement("style");
      style.textContent = `.view { position: fixed !important; inset: 0 auto auto 0; width: ${width}px !important; height: ${height}px !important; background: #fff } header, nav, footer, .side, .legend { display: none !important }`;
      document.head.append(style);
    });
  }, [width, height]);
}
await tab.goto(address);
await tab.waitForTimeout(1500);
const [width, height] = (size ?? "").split("x").map(Number);
await tab.screenshot({ path: picture, ...(size ? { clip: { x: 0, y: 0, width, height } } : { fullPage: true }) });
await browser.close();
