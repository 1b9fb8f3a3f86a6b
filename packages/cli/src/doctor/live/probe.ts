// Replaces a hook in a test run of an agent: it makes no decision, denies, answers for a tool or dies.
import { defineHook, deny, respond, serve } from "@agent-hook/sdk";
import { PROBE_ANSWER, PROBE_REASON } from "./stand-ins.js";

const [, , action = "", tool = ""] = process.argv;

await serve(
  defineHook({
    name: "agent-hook-doctor",
    onFailure: "block",
    ...(action === "answer" ? { respondsTo: [tool] } : {}),
    beforeTool: () => {
      if (action === "answer") return respond(PROBE_ANSWER);
      if (action === "die") process.kill(process.pid, "SIGKILL");
      return action === "deny" ? deny(PROBE_REASON) : undefined;
    },
  }),
);
