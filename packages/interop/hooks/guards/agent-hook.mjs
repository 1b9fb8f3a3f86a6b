// The guard, written with agent-hook as its readme shows.
import { approve, commandOf, defineHook, deny, serve } from "@agent-hook/sdk";
import { misbehave } from "./misbehave.mjs";

await serve(
  defineHook({
    name: "guard",
    onFailure: "block",
    approveTool: async (call) => {
      const fault = await misbehave();
      if (fault === "decides nothing") return;
      if (fault === "decides nonsense") return { decision: "block", reason: "no rm -rf here" };
      return commandOf(call).includes("rm -rf") ? deny("no rm -rf here") : approve();
    },
  }),
);
