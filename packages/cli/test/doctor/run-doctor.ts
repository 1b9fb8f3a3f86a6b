import { type ChildProcess, execFile } from "node:child_process";
import type { Finding } from "../../src/doctor/findings.js";
import { agentHook } from "../run-command.js";
import { file } from "./configs.js";

const BIN = file("packages/cli/bin/agent-hook.js");

/** What `doctor --json` prints for a config. */
export interface DoctorReport {
  readonly host: string;
  readonly hooks: readonly HookReport[];
  readonly findings: readonly Finding[];
  readonly ok: boolean;
}

interface HookReport {
  readonly name: string;
  readonly started: boolean;
  readonly killed?: object;
  readonly hello?: object;
  readonly findings: readonly Finding[];
}

/** The exit code and the output of the command. */
export interface DoctorResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `agent-hook doctor` to completion, with the user's consent. */
export function runDoctor(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<DoctorResult> {
  return agentHook(["doctor", "--run-project-hooks", ...args], { env });
}

/** Starts `agent-hook doctor` in a process of its own. */
export function startDoctor(args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  const options = { env: { ...process.env, ...env } };
  return execFile(process.execPath, [BIN, "doctor", "--run-project-hooks", ...args], options);
}

/** Returns the ids of the findings: of the config as a whole, and of each hook. */
export function idsOf({ findings, hooks }: DoctorReport): Readonly<Record<string, readonly string[]>> {
  const ids = (list: DoctorReport["findings"]) => list.map(({ id }) => id);
  return Object.fromEntries([["config", ids(findings)], ...hooks.map((hook) => [hook.name, ids(hook.findings)])]);
}

/** Returns the output of `doctor --json` for a config. */
export async function reportOf(path: string, args: readonly string[] = []): Promise<DoctorReport> {
  const { stdout, stderr } = await runDoctor(["--json", ...args, path]);
  if (stderr !== "") throw new Error(stderr);
  return JSON.parse(stdout);
}
