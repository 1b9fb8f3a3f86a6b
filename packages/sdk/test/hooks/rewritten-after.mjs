// A guard with only `beforeTool`, followed by a hook with a tool that may rewrite the call after the guard's decision.
import { compose, defineHook, defineTool, deny, modify, serve } from "@agent-hook/sdk";
import { z } from "zod";

const guard = defineHook({
  name: "guard",
  onFailure: "block",
  beforeTool: (call) => {
    console.error(`ASKED about ${call.arguments.path}`);
    if (call.arguments.path === "/etc") return deny("not there");
    if (call.arguments.count)
      return modify({ arguments: { ...call.arguments, asked: (call.arguments.asked ?? 0) + 1 } });
  },
});
const reader = defineHook({
  name: "reader",
  tools: [
    defineTool({
      name: "read_dir",
      description: "Lists a folder",
      input: z.object({ path: z.string(), asked: z.number().optional() }),
      run: ({ path, asked }) => `read ${path} ${asked ?? ""}`,
    }),
  ],
  beforeTool: (call) => (call.arguments.other ? modify({ arguments: { path: call.arguments.other } }) : undefined),
});

await serve(compose(guard, reader));
