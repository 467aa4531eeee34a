// What the page asks its other side, and how.

import type { LeastClearance, RangeOptions, RobotOptions } from "../../../bindings/wasm/package/clearance.js";
import type { OpenFile } from "./data";
import { library } from "./library";

export interface RangeQuestion {
  library: ArrayBuffer;
  held: OpenFile[];
  urdf: string;
  setting: RobotOptions;
  options: RangeOptions;
}

export type RangeReply = { found: LeastClearance } | { error: string };

/** The mesh files that the library holds, for the other side. */
const held: OpenFile[] = [];
export const remember = (file: OpenFile): void => void held.push(file);

/** The least clearance over a range, in a thread of its own; it ends with its answer, or when `stop` is called. */
export function leastOverRange(urdf: string, setting: RobotOptions, options: RangeOptions): { found: Promise<LeastClearance>; stop: () => void } {
  const address = URL.createObjectURL(new Blob([document.getElementById("worker")!.textContent!], { type: "text/javascript" }));
  const worker = new Worker(address);
  const stop = (): void => {
    worker.terminate();
    URL.revokeObjectURL(address);
  };
  const found = new Promise<LeastClearance>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<RangeReply>) => ("found" in data ? resolve(data.found) : reject(new Error(data.error)));
    worker.onerror = ({ message }) => reject(new Error(`the search ended: ${message}`));
  });
  worker.postMessage({ library: library(), held, urdf, setting, options } satisfies RangeQuestion);
  return { found: found.finally(stop), stop };
}
