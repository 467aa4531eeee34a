// The pages that are checked in are what the sources build.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { buildPage, PAGES, placeOf } from "../build.mjs";

for (const name of PAGES) {
  test(`the page ${name} is built from these sources: else run npm run build`, async () => {
    assert.ok((await readFile(placeOf(name), "utf8")) === (await buildPage(name)), `${name}.html is stale, run npm run build`);
  });
}
