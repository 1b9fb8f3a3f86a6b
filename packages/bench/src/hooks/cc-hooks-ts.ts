// The guard of bare-guard.ts, written with cc-hooks-ts as its readme shows.
import { defineHook, runHook } from "cc-hooks-ts";

const guard = defineHook({
  trigger: { PreToolUse: { Bash: true } },
  run: (context) => {
    const { command } = context.input.tool_input as { command: string };
    return /\brm\s+-rf\b/.test(command) ? context.blockingError("no rm -rf here") : context.success();
  },
});
void runHook(guard);
