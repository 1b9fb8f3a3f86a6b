import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launcherCommand, launcherPath } from "@agent-hook/sdk/launcher";
import { AGENT_HOOK } from "./command-start.js";
import type { Figures } from "./measures.js";

const ROUNDS = 41;
const TOOL = { tool_name: "Bash", tool_use_id: "call_1", tool_input: { command: "ls" } };
const SESSION = { session_id: "bench", transcript_path: "/bench.jsonl", cwd: "/" };

const DOCKER_AGENT = {
  session_id: "bench",
  cwd: "/",
  hook_event_name: "pre_tool_use",
  tool_name: "shell",
  tool_use_id: "call_1",
  tool_input: { cmd: "ls" },
};

/** What the other hosts write that start a hook for every call. */
const OTHERS = {
  "claude-code": { ...SESSION, prompt_id: "1", hook_event_name: "PreToolUse", permission_mode: "default", ...TOOL },
  codex: { ...SESSION, turn_id: "1", hook_event_name: "PreToolUse", model: "m", permission_mode: "default", ...TOOL },
  gemini: {
    ...SESSION,
    hook_event_name: "BeforeTool",
    timestamp: "2026-01-01T00:00:00.000Z",
    tool_name: "run_shell_command",
    tool_input: { command: "ls" },
  },
  copilot: { sessionId: "bench", timestamp: 1, cwd: "/", toolName: "bash", toolArgs: { command: "ls" } },
};

/** One call of docker-agent, from start to end, in milliseconds; against a bare script, the launcher against none. */
export interface OneCallFigures {
  readonly plain: Figures;
  readonly bundle: Figures;
  readonly snapshot: Figures;
  readonly launcher: Figures;
  /** The snapshot at a call of each other host. */
  readonly hosts: Readonly<Record<string, Figures>>;
}

/** Medians of rounds in turns. A file of certificates, which Node 20 reads at every start, is left out. */
export function oneCall(): OneCallFigures {
  const folder = mkdtempSync(join(tmpdir(), "agent-hook-bench-"));
  const built = execFileSync(process.execPath, [AGENT_HOOK, "build", "--json", "--out", folder, hook("sdk-one-call")]);
  const { bundle, snapshot, command } = JSON.parse(built.toString());
  if (snapshot === undefined) throw new Error(`the hook has no snapshot: ${built}`);
  const launched = launcherCommand({
    launcher: launcherPath(),
    mode: "block",
    host: "docker-agent",
    event: "pre_tool_use",
    seconds: 10,
    command,
  });
  const bare = [process.execPath, hook("bare-one-call")];
  const runs: Record<string, () => number> = {
    bare: () => took(bare, DOCKER_AGENT),
    plain: () => took([process.execPath, hook("sdk-one-call")], DOCKER_AGENT),
    bundle: () => took([process.execPath, bundle], DOCKER_AGENT),
    snapshot: () => took(command, DOCKER_AGENT),
    launcher: () => took(["/bin/sh", "-c", launched], DOCKER_AGENT),
  };
  for (const [host, call] of Object.entries(OTHERS)) {
    runs[`bare ${host}`] = () => took(bare, call);
    runs[`snapshot ${host}`] = () => took(command, call);
  }
  const samples = new Map(Object.keys(runs).map((name) => [name, [] as number[]]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, run] of Object.entries(runs)) samples.get(name)?.push(run());
  }
  rmSync(folder, { recursive: true });
  const against = (one: string, other: string) => ({
    bare: median(samples.get(one)),
    ours: median(samples.get(other)),
  });
  return {
    plain: against("bare", "plain"),
    bundle: against("bare", "bundle"),
    snapshot: against("bare", "snapshot"),
    launcher: against("snapshot", "launcher"),
    hosts: Object.fromEntries(Object.keys(OTHERS).map((host) => [host, against(`bare ${host}`, `snapshot ${host}`)])),
  };
}

/** By a shell: as an agent that is no Node program, it gives a pipe, where `spawn` would give a socket. */
function took(command: readonly string[], call: object): number {
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  const started = performance.now();
  const { stdout } = spawnSync("/bin/sh", ["-c", '"$@" | cat', "-", ...command], { input: JSON.stringify(call), env });
  const ms = performance.now() - started;
  if (!stdout.includes('"deny"')) throw new Error(`expected a denial from ${command.join(" ")}, got ${stdout}`);
  return ms;
}

function hook(name: string): string {
  return fileURLToPath(new URL(`hooks/${name}.js`, import.meta.url));
}

function median(values: readonly number[] = []): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}
