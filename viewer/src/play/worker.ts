// The other side of the page: looks at all that the joints of a robot can do, so that the page stays live meanwhile.

import { load } from "../../../bindings/wasm/package/clearance.js";
import type { RangeQuestion, RangeReply } from "./asked";

const reply = (answer: RangeReply): void => self.postMessage(answer);

self.onmessage = async ({ data }: MessageEvent<RangeQuestion>) => {
  try {
    const clearance = await load(data.library);
    for (const { name, bytes } of data.held) clearance.hold(name, bytes);
    reply({ found: clearance.robot(data.urdf, data.setting).range(data.options) });
  } catch (error) {
    reply({ error: error instanceof Error ? error.message : `${error}` });
  }
};
