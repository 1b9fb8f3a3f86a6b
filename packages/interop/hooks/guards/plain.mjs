// The guard, written without a library, with the answer that Claude Code documents.
import { text } from "node:stream/consumers";
import { misbehave } from "./misbehave.mjs";

const { tool_input } = JSON.parse(await text(process.stdin));
const fault = await misbehave();
const permissionDecision = fault === "decides nonsense" ? "block" : "deny";

if (fault !== "decides nothing" && tool_input.command.includes("rm -rf")) {
  const reason = { permissionDecision, permissionDecisionReason: "no rm -rf here" };
  console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", ...reason } }));
}
