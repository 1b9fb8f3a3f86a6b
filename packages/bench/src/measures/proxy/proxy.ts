import { OURS } from "../../contenders/names.js";
import type { Measure } from "../measure.js";
import { median } from "../numbers.js";
import { type ChainName, throughProxy } from "./through-proxy.js";

/** Milliseconds that hooks add to a `tools/call` through Civic's proxy; the floor is a server that always continues. */
export const proxy: Measure = {
  name: "proxy",
  pinned: false,
  run: async () => {
    const samples = await throughProxy();
    const added = (name: ChainName) => median(samples[name]) - median(samples["no hook"]);
    return {
      "proxy.one": {
        bare: added("one server that always continues"),
        [OURS]: added("one agent-hook hook"),
        civic: added("one of Civic's"),
      },
      "proxy.two": { [OURS]: added("two agent-hook hooks"), civic: added("two of Civic's") },
      "proxy.composed": { [OURS]: added("two agent-hook hooks behind one URL"), civic: added("two of Civic's") },
    };
  },
};
