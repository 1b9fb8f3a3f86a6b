// The guard of bare-guard.ts, written with the SDK.
import { approve, commandOf, defineHook, deny, serve } from "@agent-hook/sdk";

await serve(
  defineHook({
    name: "bench",
    onFailure: "block",
    approveTool: (call) => (/\bgit reset --hard\b/.test(commandOf(call)) ? deny("no git reset here") : approve()),
  }),
);
