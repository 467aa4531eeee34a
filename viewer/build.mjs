// Builds the pages of the command, each into one file: `npm run build`. The command includes the results, so a machine with only Rust
// can build it; `npm test` and `cargo test -p clearance-cli` say when they are older than these sources.

import { readFile, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));

/** The pages: a folder of `src` each. */
export const PAGES = ["trace", "scene", "robot", "play"];

/** Where a built page lies. */
export const placeOf = (name) => join(here, `../crates/clearance-pages/assets/${name}.html`);

/** A hash (FNV-1a, 64 bits) of all that the pages are built from: names and contents, in the order of names. */
export async function sourceHash() {
  const names = ["build.mjs", "package-lock.json", "../bindings/wasm/package/clearance.js"];
  for (const folder of await readdir(join(here, "src"))) {
    for (const name of await readdir(join(here, "src", folder))) names.push(`src/${folder}/${name}`);
  }
  let hash = 0xcbf29ce484222325n;
  for (const name of names.sort()) {
    for (const byte of Buffer.concat([Buffer.from(name), await readFile(join(here, name))])) {
      hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
    }
  }
  return hash.toString(16).padStart(16, "0");
}

/** The library for browsers, which a page holds in base 64. */
export const LIBRARY = join(here, "../bindings/wasm/package/clearance.wasm");

const packedLibrary = async () => gzipSync(await readFile(LIBRARY), { level: 9 }).toString("base64");

/** A script with all that it imports, for the element of a page that holds it. */
async function bundle(entry) {
  const made = await build({
    entryPoints: [join(here, entry)],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    legalComments: "none",
    // A page is one file: nothing lies beside it.
    define: { "import.meta.url": '"about:blank"' },
    external: ["node:fs/promises"],
    write: false,
  });
  // No text of it may end its element.
  return made.outputFiles[0].text.replaceAll("</script", "<\\/script");
}

/** A page as text; the library in it may be given, since other versions of Node pack it into other bytes. */
export async function buildPage(name, library) {
  const source = (file) => readFile(join(here, "src", file), "utf8");
  const script = await bundle(`src/${name}/main.ts`);
  const style = (await source("shared/base.css")) + (await source(`${name}/style.css`));
  const template = await source(`${name}/page.html`);
  const licence = (await readFile(join(here, "node_modules/three/LICENSE"), "utf8")).trim();
  const note = `<!-- Built by viewer/build.mjs from sources ${await sourceHash()}. It holds three.js:\n\n${licence}\n-->\n`;
  const packed = template.includes("{{wasm}}") ? (library ?? (await packedLibrary())) : "";
  const worker = template.includes("{{worker}}") ? await bundle(`src/${name}/worker.ts`) : "";
  const page = template.replace("{{style}}", () => style).replace("{{worker}}", () => worker).replace("{{wasm}}", () => packed).replace("{{script}}", () => script);
  return page.replace("<html", () => note + "<html");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const name of PAGES) {
    const page = await buildPage(name);
    await writeFile(placeOf(name), page);
    console.log(`${placeOf(name)}: ${Math.round(page.length / 1024)} kB`);
  }
}
