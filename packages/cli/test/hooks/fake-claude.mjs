// Simulates Claude Code for `doctor --live`: calls its model, calls its hooks, runs the model's tool call in a shell,
// and returns the result to the model.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** `fault`: `undefined`, or ignores-hooks, ignores-mods, fails-open, loses-reasons, calls-no-model, hangs. */
export async function play(fault, seen) {
  const { env } = process;
  if (process.argv.includes("--version")) return console.log("9.8.7 (Claude Code)");
  if (process.argv[2] === "plugin") return validate(process.argv.at(-1));
  if (seen !== undefined) writeFileSync(seen, JSON.stringify({ env, pid: process.pid, cwd: process.cwd() }));
  if (fault === "hangs") return setInterval(() => {}, 1000);
  if (fault === "calls-no-model") return console.error("please log in");
  const prompt = { role: "user", content: process.argv.at(-1) };
  const key = fault !== "ignores-mods" && hasMod() ? "one-value-per-session" : undefined;
  if (key !== undefined) env.AGENT_HOOK_WITH_MOD = key;
  const call = (await model([prompt])).content[0];
  const denied = decide(call, fault);
  const text = denied ?? spawnSync("/bin/sh", ["-c", call.input.command], { encoding: "utf8" }).stdout;
  if (denied === undefined) callAfterToolHooks(call, text);
  const [, answer] = key === undefined ? [] : text.split(`${key} `);
  const content = answer === undefined ? text : JSON.parse(answer).stdout;
  await model([prompt, { role: "user", content: [{ type: "tool_result", content }] }]);
}

/** Simulates `claude plugin validate --json FOLDER`. */
function validate(folder) {
  const isBroken = !readFileSync(join(folder, "hooks", "register.ts"), "utf8")
    .trimEnd()
    .endsWith("};");
  const errors = isBroken ? [{ message: "it does not parse" }] : [];
  console.log(JSON.stringify({ manifest: { errors: [] }, contents: [{ errors }] }));
  process.exitCode = isBroken ? 1 : 0;
}

function hasMod() {
  const folder = join(process.env.HOME, ".claude", "skills");
  return existsSync(folder) && readdirSync(folder).length > 0;
}

async function model(messages) {
  const body = JSON.stringify({ model: "m", messages, tools: [{ name: "Bash" }] });
  const response = await fetch(`${process.env.ANTHROPIC_BASE_URL}/v1/messages`, { method: "POST", body });
  return response.json();
}

function entriesAt(event) {
  const file = join(process.env.HOME, ".claude", "settings.json");
  return (existsSync(file) && JSON.parse(readFileSync(file, "utf8")).hooks[event]) || [];
}

function payloadOf({ name, input, id }, event) {
  return {
    session_id: "s",
    transcript_path: "/t",
    cwd: process.cwd(),
    permission_mode: "default",
    hook_event_name: event,
    tool_name: name,
    tool_input: input,
    tool_use_id: id,
  };
}

function callAfterToolHooks(call, stdout) {
  const input = JSON.stringify({ ...payloadOf(call, "PostToolUse"), tool_response: { stdout } });
  for (const { hooks } of entriesAt("PostToolUse")) {
    for (const { command } of hooks) spawnSync("/bin/sh", ["-c", command], { input });
  }
}

/** Returns the reason of a denial. */
function decide(call, fault) {
  const { name, input } = call;
  const entries = entriesAt("PreToolUse");
  const payload = payloadOf(call, "PreToolUse");
  for (const { hooks, matcher = "" } of entries) {
    if (fault === "ignores-hooks" || !new RegExp(matcher).test(name)) continue;
    for (const { command, if: only = `Bash(${input.command})` } of hooks) {
      if (only !== `Bash(${input.command})`) continue;
      const { stdout } = spawnSync("/bin/sh", ["-c", command], { input: JSON.stringify(payload), encoding: "utf8" });
      if (stdout === "") continue;
      const { permissionDecision, permissionDecisionReason } = JSON.parse(stdout).hookSpecificOutput;
      if (permissionDecision !== "deny" || (fault === "fails-open" && permissionDecisionReason.includes("failed")))
        continue;
      return fault === "loses-reasons" ? "no" : permissionDecisionReason;
    }
  }
}
