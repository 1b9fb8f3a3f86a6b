// A guard of ten lines, as most authors write it.
import { approve, commandOf, defineHook, deny, serve } from "@agent-hook/sdk";

await serve(
  defineHook({
    name: "small-guard",
    onFailure: "block",
    approveTool: (call) => (/\brm\s+-rf\b/.test(commandOf(call)) ? deny("no rm -rf here") : approve()),
  }),
);
