// A guard with only `beforeTool`. The arguments select its decision.
import { abortTurn, defineHook, deny, hardAbort, modify, respond, serve } from "@agent-hook/sdk";

const rulings = {
  nothing: () => {},
  "nothing, later": async () => {},
  "an empty modify": () => modify({}),
  "a modify to the same tool": (call) => modify({ tool: call.tool }),
  "a modify to equal arguments": (call) => modify({ arguments: structuredClone(call.arguments) }),
  deny: () => deny("no shell for this agent"),
  "a modify to other arguments": (call) => modify({ arguments: { ...call.arguments, safe: true } }),
  "a modify to fewer arguments": () => modify({ arguments: {} }),
  "a modify in place": (call) => {
    call.arguments.safe = true;
    return modify({ arguments: call.arguments });
  },
  "a modify in place, deep inside": (call) => {
    call.arguments.nested.list[1].deep = "safe";
    return modify({ arguments: { ...call.arguments } });
  },
  "a modify to another tool": () => modify({ tool: "list_dir" }),
  respond: () => respond("from the cache"),
  abortTurn: () => abortTurn("enough"),
  hardAbort: () => hardAbort("enough"),
  "a throw": () => {
    throw new Error("broken");
  },
  "a nonsense decision": () => ({ decision: "allow" }),
  "silence for ever": () => new Promise(() => {}),
};

await serve(
  defineHook({
    name: "guard-by-rerun",
    onFailure: "block",
    deadlines: { interceptMs: 300, approveMs: 300 },
    respondsTo: ["exec"],
    beforeTool: (call) => rulings[call.arguments.ruling](call),
  }),
);
