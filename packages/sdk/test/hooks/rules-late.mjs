// A guard in beforeTool that blocks the whole process until a file appears, and only then decides.
import { existsSync, writeSync } from "node:fs";
import { defineHook, deny, modify, respond, serve } from "@agent-hook/sdk";

const rulings = {
  deny: () => deny("ruled too late"),
  modify: (call) => modify({ arguments: { ...call.arguments, safe: true } }),
  respond: () => respond("answered too late"),
  "no opinion": () => {},
};

await serve(
  defineHook({
    name: "rules-late",
    onFailure: "block",
    respondsTo: ["exec"],
    beforeTool: (call) => {
      writeSync(2, "the guard blocks\n");
      while (!existsSync(call.arguments.until));
      return rulings[call.arguments.ruling](call);
    },
  }),
);
