import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launcherCommand, launcherPath } from "@agent-hook/sdk/launcher";
import { AGENT_HOOK } from "./command-start.js";
import type { Figures } from "./measures.js";

const ROUNDS = 41;
const CALL = JSON.stringify({
  session_id: "bench",
  cwd: "/",
  hook_event_name: "pre_tool_use",
  tool_name: "shell",
  tool_use_id: "call_1",
  tool_input: { cmd: "ls" },
});

/** One `pre_tool_use` of docker-agent, from start to end, in milliseconds; against a bare script, the launcher against none. */
export interface OneCallFigures {
  readonly plain: Figures;
  readonly bundle: Figures;
  readonly snapshot: Figures;
  readonly launcher: Figures;
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
  const commands = {
    bare: [process.execPath, hook("bare-one-call")],
    plain: [process.execPath, hook("sdk-one-call")],
    bundle: [process.execPath, bundle],
    snapshot: command,
    launcher: ["/bin/sh", "-c", launched],
  };
  const names = Object.keys(commands) as (keyof typeof commands)[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as number[]]));
  for (let round = 0; round < ROUNDS; round++) for (const name of names) samples[name]?.push(took(commands[name]));
  rmSync(folder, { recursive: true });
  const against = (bare: string, ours: string) => ({ bare: median(samples[bare]), ours: median(samples[ours]) });
  return {
    plain: against("bare", "plain"),
    bundle: against("bare", "bundle"),
    snapshot: against("bare", "snapshot"),
    launcher: against("snapshot", "launcher"),
  };
}

/** By a shell: as an agent that is no Node program, it gives a pipe, where `spawn` would give a socket. */
function took(command: readonly string[]): number {
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  const started = performance.now();
  const { stdout } = spawnSync("/bin/sh", ["-c", '"$@" | cat', "-", ...command], { input: CALL, env });
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
