// The pages that are checked in are what the sources build.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

import { buildPage, PAGES, placeOf } from "../build.mjs";

for (const name of PAGES) {
  test(`the page ${name} is built from these sources: else run npm run build`, async () => {
    const page = await readFile(placeOf(name), "utf8");
    // Versions of Node pack the library into different bytes; what they unpack to is a test of its own.
    const library = /<script type="text\/plain" id="wasm">([^<]*)</.exec(page)?.[1];
    assert.ok(page === (await buildPage(name, library)), `${name}.html is stale, run npm run build`);
  });
}

test("the play page holds the library that is checked in: else run npm run build", async () => {
  const page = await readFile(placeOf("play"), "utf8");
  const packed = /<script type="text\/plain" id="wasm">([^<]*)</.exec(page)[1];
  const library = await readFile(fileURLToPath(new URL("../../bindings/wasm/package/clearance.wasm", import.meta.url)));
  assert.ok(gunzipSync(Buffer.from(packed, "base64")).equals(library), "play.html holds another library, run npm run build");
});
