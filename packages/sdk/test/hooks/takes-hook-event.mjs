// Has a tool with the name that an agent's hooks call.
import { defineHook, defineTool, serve } from "@agent-hook/sdk";
import { z } from "zod";

const hookEvent = defineTool({ name: "hook_event", description: "Ours", input: z.object({}), run: () => "mine" });

await serve(defineHook({ name: "takes-hook-event", tools: [hookEvent] }));
