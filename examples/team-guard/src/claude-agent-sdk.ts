import { withHook } from "@agent-hook/frameworks/claude-agent-sdk";
import { query } from "@anthropic-ai/claude-agent-sdk";
import { guard } from "./guard.js";

// Needs a key for a real model.
const options = await withHook(guard, { allowedTools: ["Bash"] });
for await (const message of query({ prompt: "Run: rm -rf build", options })) {
  if (message.type === "result") console.log(message.subtype);
}
