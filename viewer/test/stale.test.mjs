// The page that is checked in is what the sources build.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { buildPage, PAGE } from "../build.mjs";

test("the page is built from these sources: else run npm run build", async () => {
  assert.ok((await readFile(PAGE, "utf8")) === (await buildPage()), `${PAGE} is stale, run npm run build`);
});
