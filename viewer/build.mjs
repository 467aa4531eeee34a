// Builds the page of a trace into one file: `npm run build`. The command includes the result, so a machine with only Rust can
// build it; `npm test` and `cargo test -p clearance-cli` say when the result is older than these sources.

import { readFile, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));

/** Where the built page lies. */
export const PAGE = join(here, "../crates/clearance-cli/assets/trace.html");

/** A hash (FNV-1a, 64 bits) of all that the page is built from: names and contents, in the order of names. */
export async function sourceHash() {
  const sources = (await readdir(join(here, "src"))).map((name) => `src/${name}`);
  let hash = 0xcbf29ce484222325n;
  for (const name of [...sources, "build.mjs", "package-lock.json"].sort()) {
    for (const byte of Buffer.concat([Buffer.from(name), await readFile(join(here, name))])) {
      hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
    }
  }
  return hash.toString(16).padStart(16, "0");
}

/** The page as text. */
export async function buildPage() {
  const bundle = await build({
    entryPoints: [join(here, "src/main.ts")],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    legalComments: "none",
    write: false,
  });
  // No text of the bundle may end the script element that holds it.
  const script = bundle.outputFiles[0].text.replaceAll("</script", "<\\/script");
  const style = await readFile(join(here, "src/style.css"), "utf8");
  const template = await readFile(join(here, "src/page.html"), "utf8");
  const licence = (await readFile(join(here, "node_modules/three/LICENSE"), "utf8")).trim();
  const note = `<!-- Built by viewer/build.mjs from sources ${await sourceHash()}. It holds three.js:\n\n${licence}\n-->\n`;
  const page = template.replace("{{style}}", () => style).replace("{{script}}", () => script);
  return page.replace("<html", () => note + "<html");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const page = await buildPage();
  await writeFile(PAGE, page);
  console.log(`${PAGE}: ${Math.round(page.length / 1024)} kB`);
}
