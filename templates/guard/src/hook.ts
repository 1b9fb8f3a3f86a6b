import { defineHook } from "@agent-hook/sdk";
import manifest from "../package.json" with { type: "json" };
import { decide } from "./policy.js";
import { settings } from "./settings.js";

/** Approves calls that it knows to be harmless and denies all others. The README lists what it cannot stop. */
export const hook = defineHook({
  name: "guard",
  version: manifest.version,
  // If the hook crashes or hangs, the tool does not run.
  onFailure: "block",
  // A decision takes milliseconds. An early denial is better than an agent that waits for a broken disk.
  deadlines: { approveMs: 2000 },
  env: settings,
  approveTool: decide,
});
