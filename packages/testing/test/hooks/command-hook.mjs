// A hook of Codex without the SDK. FAULT names what it does wrong.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

const fault = process.env.FAULT;
if (process.argv.includes("--describe")) {
  console.log(JSON.stringify({ name: "command-hook", onFailure: process.env.POLICY }));
  process.exit(0);
}
const payload = parsed(readFileSync(0, "utf8"));
const isTool = (payload?.hook_event_name ?? "PreToolUse") === "PreToolUse";
const hasTool = Boolean(payload?.tool_name);

if (fault === "late") setInterval(() => {}, 1000);
else if (fault === "child") spawn("sleep", ["30"], { stdio: "inherit" }).unref();

if (isTool && !hasTool && process.env.POLICY === "block" && fault !== "lenient") {
  console.error("no tool to judge");
  process.exitCode = 2;
}
if (isTool && hasTool) answer();

function answer() {
  if (fault === "silent" || (fault === "strict" && "a_new_field" in payload)) return;
  if (fault === "exit") process.exitCode = 1;
  if (fault === "dialect")
    return console.log(JSON.stringify({ hook_specific_output: { permission_decision: "deny" } }));
  const permission = { permissionDecision: "deny", permissionDecisionReason: "no" };
  console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", ...permission } }));
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
