// The guard of bare-guard.ts, written with cc-hooks-ts as its readme shows.
import { defineHook, runHook } from "cc-hooks-ts";

const guard = defineHook({
  trigger: { PreToolUse: { Bash: true } },
  run: (context) => {
    const { command } = context.input.tool_input as { command: string };
    return /\bgit reset --hard\b/.test(command) ? context.blockingError("no git reset here") : context.success();
  },
});
void runHook(guard);
