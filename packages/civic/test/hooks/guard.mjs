// Refuses transfers. What else befalls it, the call says: the argument `fault`. How long it may take, its own argument.

import { serveCivic } from "@agent-hook/civic";
import { approve, defineHook, reject } from "@agent-hook/sdk";

const faults = {
  throws: () => {
    throw new Error("cannot read the policy");
  },
  "throws those words": () => {
    throw new Error("the policy is not implemented");
  },
  "throws no error": () => {
    throw undefined;
  },
  hangs: () => {
    console.log("hangs now");
    return new Promise(() => {});
  },
  "decides nothing": () => undefined,
  "decides nonsense": () => ({ action: "alow" }),
  exits: () => process.exit(0),
};

const hook = defineHook({
  name: "guard",
  onFailure: "block",
  deadlines: { interceptMs: 150, approveMs: Number(process.argv[2] ?? 150) },
  approveTool: (call) => {
    if (call.tool !== "transfer") return approve();
    const fault = faults[call.arguments.fault];
    return fault ? fault() : reject("no transfers");
  },
});

const server = await serveCivic(hook, { port: 0 });
console.log(`serves ${server.url}`);
