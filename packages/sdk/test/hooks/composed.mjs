// Two or three hooks as one. COMPOSED selects them.
import { approve, compose, defineHook, defineTool, deny, modify, reject, respond, serve } from "@agent-hook/sdk";
import { z } from "zod";

const logCall = (text) => console.error(`ASKED ${text}`);
const append = (name) =>
  defineHook({
    name,
    beforeLlm: (call) => modify({ model: `${call.model}-${name}` }),
    afterLlm: (call) => modify({ content: `${call.content}-${name}` }),
    beforeTool: (call) => modify({ arguments: { ...call.arguments, by: [...(call.arguments.by ?? []), name] } }),
    afterTool: (call) => modify({ result: `${call.result.forLlm}-${name}` }),
  });
const fails = (name, onFailure) =>
  defineHook({
    name,
    onFailure,
    beforeTool: () => {
      logCall(name);
      throw new Error(`${name} is broken`);
    },
    approveTool: approve,
  });
const never = (name, onFailure) =>
  defineHook({ name, onFailure, beforeTool: () => new Promise(() => {}), approveTool: approve });
const asked = (name) => defineHook({ name, beforeTool: () => logCall(name) });
const tool = (name) => defineTool({ name, description: "A tool", input: z.object({}), run: () => "done" });
const deadlines = { interceptMs: 300 };

const hooks = {
  order: () => compose(append("a"), append("b"), append("c")),
  "continue, then another": () => compose(fails("a", "continue"), append("b")),
  "block, then another": () => compose(fails("a", "block"), asked("b")),
  "another, then block": () => compose(asked("a"), fails("b", "block")),
  "the first denial ends": () => compose(defineHook({ name: "a", beforeTool: () => deny("a says no") }), asked("b")),
  "late, then block": () =>
    compose(
      { ...never("a", "continue"), deadlines },
      { ...asked("b"), onFailure: "block", approveTool: approve, deadlines },
    ),
  "one blocks": () => compose(append("a"), defineHook({ name: "b", onFailure: "block", approveTool: approve })),
  "two approvers": () =>
    compose(
      defineHook({ name: "a", approveTool: approve }),
      defineHook({ name: "b", approveTool: (call) => (call.arguments.evil ? reject("b says no") : approve()) }),
    ),
  "a tool and a guard": () =>
    compose(
      defineHook({ name: "a", tools: [tool("a_tool")] }),
      defineHook({ name: "b", approveTool: (call) => (call.arguments.evil ? reject("b says no") : approve()) }),
    ),
  "a guard without approveTool, then an approver": () =>
    compose(
      defineHook({ name: "a", onFailure: "block", beforeTool: () => deny("a says no") }),
      defineHook({ name: "b", approveTool: approve }),
    ),
  "an approver, then a guard without approveTool": () =>
    compose(
      defineHook({ name: "a", approveTool: approve }),
      defineHook({ name: "b", onFailure: "block", beforeTool: () => deny("b says no") }),
    ),
  "two answers, then perhaps a denial": () =>
    compose(
      defineHook({ name: "a", respondsTo: ["web_fetch"], beforeTool: () => respond("a answers") }),
      defineHook({ name: "b", respondsTo: ["web_fetch"], beforeTool: () => respond("b answers") }),
      defineHook({ name: "c", beforeTool: (call) => (call.arguments.evil ? deny("c says no") : undefined) }),
    ),
  "a name of its own": () => compose({ name: "house", version: "7.8.9" }, append("a"), append("b")),
  "one inside another": () => compose(compose(append("a"), append("b")), append("c")),
  "settings of each": () =>
    compose(
      defineHook({
        name: "a",
        env: z.object({ KEY_A: z.string() }),
        beforeTool: (_, { env }) => logCall(JSON.stringify(env)),
      }),
      defineHook({
        name: "b",
        env: z.object({ KEY_B: z.string() }),
        beforeTool: (_, { env }) => logCall(JSON.stringify(env)),
      }),
    ),
  "two tools of one name": () =>
    compose(defineHook({ name: "a", tools: [tool("twin")] }), defineHook({ name: "b", tools: [tool("twin")] })),
  "two deadlines": () =>
    compose(defineHook({ name: "a", deadlines }), defineHook({ name: "b", deadlines: { interceptMs: 400 } })),
};

await serve(hooks[process.env.COMPOSED]());
