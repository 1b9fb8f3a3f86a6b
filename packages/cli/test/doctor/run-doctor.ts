import { type ChildProcess, execFile } from "node:child_process";
import type { DoctorReport } from "../../src/doctor/processes/report.js";
import { file } from "./configs.js";

const BIN = file("packages/cli/bin/agent-hook.js");

/** The exit code and the output of the command. */
export interface DoctorResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `agent-hook doctor` to completion, with the user's consent. */
export function runDoctor(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<DoctorResult> {
  return new Promise((resolve) => {
    const child = startDoctor(args, env, (stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }));
  });
}

/** Starts `agent-hook doctor`. */
export function startDoctor(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  ended: (stdout: string, stderr: string) => void = () => {},
): ChildProcess {
  const options = { env: { ...process.env, ...env } };
  return execFile(
    process.execPath,
    [BIN, "doctor", "--run-project-hooks", ...args],
    options,
    (_error, stdout, stderr) => ended(stdout, stderr),
  );
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
