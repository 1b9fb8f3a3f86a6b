import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { launcherCommand, launcherPath } from "@agent-hook/sdk/launcher";
import type { Terminal } from "./terminal.js";

const GUARD = fileURLToPath(new URL("./guard.js", import.meta.url));
const COMMAND = "rm -rf project";

/**
 * Asks a guard about a command that deletes a folder, twice: the second time, it kills the guard while it decides. The
 * command runs if the answer is not a denial. Returns what went wrong, or `undefined`.
 */
export async function demonstrateGuard(terminal: Terminal): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), "mini-agent-"));
  try {
    mkdirSync(join(folder, "project"));
    writeFileSync(join(folder, "project", "work.txt"), "a week of work");
    terminal.line("A guard, started through its launcher as Claude Code starts it", "bold");
    terminal.fact("agent", `wants to run: ${COMMAND}`);
    terminal.fact("guard", await run(folder));
    terminal.fact("agent", "tries again, and the guard gets kill -9 while it decides");
    const pidFile = join(folder, "pid");
    const kill = killOnceWritten(pidFile);
    terminal.fact("launcher", await run(folder, { GUARD_PID_FILE: pidFile }));
    const wasKilled = kill.stop();
    const isLeft = existsSync(join(folder, "project", "work.txt"));
    terminal.fact("project", isLeft ? "is still there" : "is gone");
    if (!isLeft) return "the folder was deleted";
    return wasKilled ? undefined : "the guard was not killed";
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Asks the guard before the command, as Claude Code does, and runs the command unless the guard denies it. */
async function run(folder: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const configured = launcherCommand({
    ...{ launcher: launcherPath(), mode: "block", host: "claude-code", event: "PreToolUse", seconds: 60 },
    command: [process.execPath, GUARD, "--host", "claude-code"],
  });
  const call = {
    ...{ session_id: "demo", cwd: folder, hook_event_name: "PreToolUse" },
    ...{ tool_name: "Bash", tool_input: { command: COMMAND }, tool_use_id: "1" },
  };
  const answer = await output(configured, folder, JSON.stringify(call), env);
  const { permissionDecision, permissionDecisionReason = "" } = decisionIn(answer);
  if (permissionDecision === "deny")
    return `denied: ${permissionDecisionReason.replace(/^denied: /, "").split(" (")[0]}`;
  await output(COMMAND, folder, "", env);
  return "allowed, and the command ran";
}

/** Returns the decision in the answer. An empty answer allows. */
function decisionIn(answer: string): Readonly<Record<string, string>> {
  return answer.trim() === "" ? {} : JSON.parse(answer).hookSpecificOutput;
}

function output(command: string, cwd: string, stdin: string, env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn("/bin/sh", ["-c", command], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["pipe", "pipe", "ignore"],
  });
  child.stdin.on("error", () => {});
  child.stdin.end(stdin);
  return text(child.stdout);
}

/**
 * Kills the process whose id is written into a file. `stop` returns whether one was killed. Does not watch the file: the
 * system may have no watches left.
 */
function killOnceWritten(file: string): { stop(): boolean } {
  let wasKilled = false;
  const timer = setInterval(() => {
    const pid = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
    if (pid === 0 || wasKilled) return;
    wasKilled = process.kill(pid, "SIGKILL");
  }, 20);
  return {
    stop: () => {
      clearInterval(timer);
      return wasKilled;
    },
  };
}
