// A hook for docker-agent without the SDK. FAULT names what it does wrong.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

const fault = process.env.FAULT;
if (process.argv.includes("--describe")) {
  console.log(JSON.stringify({ name: "one-call", onFailure: process.env.POLICY }));
  process.exit(0);
}
const text = readFileSync(0, "utf8");
const event = parsed();
const deny = {
  decision: "block",
  hook_specific_output: {
    hook_event_name: "pre_tool_use",
    permission_decision: "deny",
    permission_decision_reason: "no",
  },
};

if (fault === "late") setInterval(() => {}, 1000);
else if (fault === "child") spawn("sleep", ["30"], { stdio: "inherit" }).unref();

if (event?.hook_event_name === "session_start") console.log("today is a good day");
if (!event?.tool_name && process.env.POLICY === "block" && fault !== "lenient" && isTool()) {
  console.error("no tool to judge");
  process.exitCode = 2;
}
if (event?.hook_event_name === "pre_tool_use" && event.tool_name) answer();

function answer() {
  if (fault === "noise") console.log("a log");
  if (fault === "exit") process.exitCode = 1;
  if (fault === "two") deny.reason = "no";
  if (fault === "word") deny.hook_specific_output.permission_decision = "DENY";
  if (fault === "decision") deny.decision = "deny";
  if (fault === "key") deny.hookSpecificOutput = {};
  if (fault === "type") deny.reason = { text: "no" };
  if (fault === "variant") delete deny.hook_specific_output;
  if (fault === "mixed") deny.hook_specific_output.permission_decision = "allow";
  if (fault === "strict" && "a_new_field" in event) return;
  if (fault !== "silent") console.log(JSON.stringify(deny));
}

function isTool() {
  return event === undefined || event.hook_event_name === undefined || event.hook_event_name === "pre_tool_use";
}

function parsed() {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
