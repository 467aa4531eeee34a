// The library, unpacked from the page.

import { type Clearance, load } from "../../../bindings/wasm/package/clearance.js";

let bytes: ArrayBuffer;

/** The .wasm is in the page as gzip in base 64. */
export async function unpack(): Promise<Clearance> {
  const packed = Uint8Array.from(atob(document.getElementById("wasm")!.textContent!.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  bytes = await new Response(stream).arrayBuffer();
  return load(bytes);
}

/** What was unpacked. */
export const library = (): ArrayBuffer => bytes;
