// Replaces a hook in a test run of an agent: it makes no decision, denies or dies.
import { defineHook, deny, serve } from "@agent-hook/sdk";
import { PROBE_REASON } from "./stand-ins.js";

const [, , does] = process.argv;

await serve(
  defineHook({
    name: "agent-hook-doctor",
    onFailure: "block",
    beforeTool: () => {
      if (does === "die") process.kill(process.pid, "SIGKILL");
      return does === "deny" ? deny(PROBE_REASON) : undefined;
    },
  }),
);
