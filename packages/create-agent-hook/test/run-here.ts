import { vi } from "vitest";
import { run } from "../src/main.js";
import { PACKAGE } from "./projects.js";
import type { ProgramResult, Workspace } from "./start-program.js";

/** Runs the program in this process, without a terminal. */
export async function runHere(
  { folder }: Workspace,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<ProgramResult> {
  const output = { stdout: "", stderr: "" };
  const cwd = process.cwd();
  const unset = { npm_config_user_agent: undefined, npm_config_template: undefined };
  for (const [name, value] of Object.entries({ ...unset, ...env })) vi.stubEnv(name, value);
  vi.spyOn(console, "log").mockImplementation((line) => {
    output.stdout += `${line}\n`;
  });
  vi.spyOn(console, "error").mockImplementation((line) => {
    output.stderr += `${line}\n`;
  });
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    output.stdout += text;
    return true;
  });
  try {
    process.chdir(folder);
    return { code: await run(args, PACKAGE), ...output };
  } finally {
    process.chdir(cwd);
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  }
}
