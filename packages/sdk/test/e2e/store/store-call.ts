import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { RUNTIME } from "../../runtime.js";

const [program, ...flags] = RUNTIME;

/** The program of the hook. */
const STORE_HOOK = fileURLToPath(new URL("../../hooks/store.mjs", import.meta.url));
const AT_ONCE = 50;

/** The variables by which a hook finds its store. */
export interface StoreEnvironment {
  readonly HOME: string;
  readonly AGENT_HOOK_STORE?: string;
  readonly NODE_EXTRA_CA_CERTS?: string;
}

interface Call {
  readonly policy?: "block" | "continue";
  /** Receives the process, to kill it. */
  onStart?(child: ChildProcess): void;
}

/** Runs the hook for one call of Claude Code. Returns what the store answered, or why not. */
export async function storeCall(way: string, store: StoreEnvironment, { policy = "block", onStart }: Call = {}) {
  const { XDG_STATE_HOME: _state, AGENT_HOOK_STORE: _store, ...env } = process.env;
  const child = spawn(program, [...flags, STORE_HOOK, "--host", "claude-code"], {
    env: { ...env, ...store, POLICY: policy },
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (text) => {
    stdout += text;
  });
  child.stderr.on("data", (text) => {
    stderr += text;
  });
  // A process that was killed does not read its input.
  child.stdin.on("error", () => {});
  child.stdin.end(payloadFor(way));
  onStart?.(child);
  await new Promise((resolve) => child.on("close", resolve));
  if (stdout === "") return { answer: undefined, reason: undefined, stderr };
  const reason: string = JSON.parse(stdout).hookSpecificOutput.permissionDecisionReason;
  const isAnswer = /^(?:\d|\{)/.test(reason);
  return { answer: isAnswer ? JSON.parse(reason) : undefined, reason, stderr };
}

const PAYLOAD = {
  session_id: "5c3f2a1e",
  transcript_path: "/tmp/5c3f2a1e.jsonl",
  cwd: "/tmp",
  permission_mode: "default",
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_use_id: "toolu_1",
};

/** Returns Claude Code's payload for a command that says what to do with the store. */
function payloadFor(way: string): string {
  return JSON.stringify({ ...PAYLOAD, tool_input: { command: way } });
}

/** Runs `count` calls, at most `AT_ONCE` at the same time. */
export async function many<T>(count: number, run: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const index = next++;
      results[index] = await run(index);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}

export const ascending = (values: number[]) => values.sort((a, b) => a - b);
export const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
