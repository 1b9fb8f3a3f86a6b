import { defineHook } from "@agent-hook/sdk";
import manifest from "../package.json" with { type: "json" };
import { rule } from "./policy.js";
import { settings } from "./settings.js";

/** Approves what it knows to be harmless and refuses the rest. What it cannot stop is in the README. */
export const hook = defineHook({
  name: "guard",
  version: manifest.version,
  // Whatever goes wrong here, a crash or a hang too, the tool does not run.
  onFailure: "block",
  // A ruling takes milliseconds. Better a refusal now than an agent that waits for a broken disk.
  deadlines: { approveMs: 2000 },
  env: settings,
  approveTool: rule,
});
