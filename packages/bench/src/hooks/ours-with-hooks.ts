// The guard of ours-guard.ts, composed with the ready-made hooks and their defaults.
import { guardShell, limitResults, protectFiles, redactSecrets } from "@agent-hook/hooks";
import { approve, commandOf, compose, defineHook, deny, serve } from "@agent-hook/sdk";

const own = defineHook({
  name: "own",
  onFailure: "block",
  approveTool: (call) => (/\brm\s+-rf\b/.test(commandOf(call)) ? deny("no rm -rf here") : approve()),
});

await serve(compose({ name: "bench" }, protectFiles(), guardShell(), redactSecrets(), limitResults(), own));
