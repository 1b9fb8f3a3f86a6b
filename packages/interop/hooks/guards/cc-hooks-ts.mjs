// The guard, written with cc-hooks-ts as its readme shows. There, `if (import.meta.main)` is around the last line, which
// Node has from 24.2: before that, the hook would end without an answer.
import { defineHook, runHook } from "cc-hooks-ts";
import { misbehave } from "./misbehave.mjs";

const hook = defineHook({
  trigger: { PreToolUse: { Bash: true } },
  run: async (context) => {
    const fault = await misbehave();
    if (fault === "decides nothing") return;
    if (fault === "decides nonsense") {
      const reason = { permissionDecision: "block", permissionDecisionReason: "no rm -rf here" };
      const output = { hookSpecificOutput: { hookEventName: "PreToolUse", ...reason } };
      return context.json({ event: "PreToolUse", output });
    }
    const { command } = context.input.tool_input;
    if (command.includes("rm -rf")) return context.blockingError("no rm -rf here");
    return context.success();
  },
});

await runHook(hook);
