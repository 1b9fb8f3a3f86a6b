// Defines tools with all kinds of behaviour. Prints to stderr which handlers were called, in order.
import { approve, defineHook, defineTool, deny, modify, reject, serve, ToolError } from "@agent-hook/sdk";
import { z } from "zod";

const logCall = (text) => console.error(`ASKED ${text}`);
const tool = (name, run, more = {}) =>
  defineTool({
    name,
    description: `Runs ${name}`,
    input: z.object({ city: z.string(), days: z.number().int().default(3) }),
    run: (args, context) => {
      logCall(`run ${name}`);
      return run(args, context);
    },
    ...more,
  });

await serve(
  defineHook({
    name: "own-tools",
    onFailure: process.env.POLICY,
    tools: [
      tool("echo_args", (args) => JSON.stringify(args)),
      tool("later", async ({ city }) => `${city}, later`),
      tool("tool_error", () => {
        throw new ToolError("no such city, try Beijing");
      }),
      tool("rejecting_tool_error", async () => {
        throw new ToolError("no such city, try Beijing");
      }),
      tool("whole_result", () => ({
        forLlm: "for the model",
        forUser: "for the user",
        silent: false,
        isError: false,
        media: ["media://abc123"],
        artifactTags: ["[image]"],
        responseHandled: true,
      })),
      tool("failed_result", () => ({ forLlm: "did not work", isError: true })),
      tool("misspelt_reply", () => ({ forLlm: "x", forUsr: "y" })),
      tool("empty_reply", () => undefined),
      tool("number_reply", () => 12),
      tool("wire_reply", () => ({ for_llm: "x" })),
      tool("typed_reply", ({ city }) => ({ city, degrees: "15" }), {
        output: z.object({ city: z.string(), degrees: z.coerce.number() }),
      }),
      tool("untrue_reply", () => ({ city: 12 }), { output: z.object({ city: z.string() }) }),
      tool("guarded", () => "done", {
        approve: (args, context) => {
          logCall(`tool.approve ${args.days} ${typeof context.signal}`);
          if (args.city === "Pyongyang") return reject("the tool says no");
          if (args.city !== "Nowhere") return approve();
        },
      }),
    ],
    beforeTool: (call) => {
      logCall(`beforeTool ${call.ownTool}`);
      if (call.arguments.before === "deny") return deny("beforeTool says no");
      if (call.arguments.before === "modify") return modify({ arguments: { city: "Shanghai" } });
    },
    approveTool: (call) => {
      logCall(`approveTool ${call.ownTool} ${call.arguments.city}`);
      return call.arguments.rule === "reject" ? reject("approveTool says no") : approve();
    },
  }),
);
