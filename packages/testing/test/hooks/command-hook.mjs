// A hook for every one-shot host without the SDK. FAULT names what it does wrong.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

const fault = process.env.FAULT;
const [host, variant] = (process.env.AGENT_HOOK_HOST ?? "").replace(/@[^/]*/, "").split("/");
if (process.argv.includes("--describe")) {
  console.log(JSON.stringify({ name: "command-hook", onFailure: process.env.POLICY }));
  process.exit(0);
}
const payload = parsed(readFileSync(0, "utf8"));
const named = payload?.hookName === "tool_call" ? "PreToolUse" : payload?.hookName;
const event = payload?.hook_event_name ?? payload?.event ?? named ?? variant;
const isTool = ["PreToolUse", "BeforeTool", "preToolUse", "pre_tool_use", "tool.execute.before", "before"].includes(
  event ?? "PreToolUse",
);
const hasTool = Boolean((payload?.tool_name ?? payload?.toolName) || (payload?.Params ?? payload?.tool_call)?.name);

if (fault === "late") setInterval(() => {}, 1000);
else if (fault === "child") spawn("sleep", ["30"], { stdio: "inherit" }).unref();

if (isTool && !hasTool && process.env.POLICY === "block" && fault !== "lenient") {
  console.error("no tool to judge");
  process.exitCode = 2;
}
if (isTool && hasTool) answer();
if (fault === "told" && event === "SessionStart") console.log("today is a good day");

function answer() {
  if (fault === "silent" || (fault === "strict" && "a_new_field" in payload)) return;
  if (fault === "noise") console.log("a log");
  if (fault === "exit") process.exitCode = 1;
  const words = denial(fault === "reason" ? {} : { reason: "no" });
  if (fault === "key") words.foo = 1;
  if (fault === "name") words.hookSpecificOutput = { ...words.hookSpecificOutput, hookEventName: "PostToolUse" };
  if (fault === "allow") return console.log(JSON.stringify(allowing()));
  if (fault === "dialect")
    return console.log(JSON.stringify({ hook_specific_output: { permission_decision: "deny" } }));
  if (fault === "empty") return console.log("{}");
  if (fault === "halt") return console.log(JSON.stringify({ continue: false, stopReason: "no" }));
  console.log(JSON.stringify(words));
}

function denial({ reason }) {
  if (host === "mcp-gateway") return { content: reason ? [{ type: "text", text: reason }] : [], isError: true };
  const permission = { permissionDecision: "deny", permissionDecisionReason: reason };
  if (host === "copilot") return permission;
  if (host === "cline") return { cancel: true, errorMessage: reason };
  if (host === "cursor") return { permission: "deny", agent_message: reason };
  if (host === "goose") return { decision: "block", reason };
  if (host === "gemini" || host === "opencode") return { decision: "deny", reason };
  if (host === "docker-agent") {
    return { hook_specific_output: { permission_decision: "deny", permission_decision_reason: reason } };
  }
  return { hookSpecificOutput: { hookEventName: event, ...permission } };
}

function allowing() {
  if (host === "copilot") return { permissionDecision: "allow" };
  if (host === "cursor") return { permission: "allow" };
  if (["gemini", "opencode", "mcp-gateway", "goose"].includes(host)) return { decision: "allow" };
  if (host === "docker-agent") return { hook_specific_output: { permission_decision: "allow" } };
  return { hookSpecificOutput: { hookEventName: event, permissionDecision: "allow" } };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
