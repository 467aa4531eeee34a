// The programs to copy print what they say at their ends.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const folder = new URL("../../../examples/js/", import.meta.url);
for (const name of (await readdir(folder)).filter((name) => name.endsWith(".mjs"))) {
  test(`examples/js/${name}`, async () => {
    const source = await readFile(new URL(name, folder), "utf8");
    const expected = source.trimEnd().split("\n\n").at(-1).replaceAll(/^\/\/ /gm, "");
    assert.equal(execFileSync("node", [fileURLToPath(new URL(name, folder))], { encoding: "utf8" }).trimEnd(), expected);
  });
}
