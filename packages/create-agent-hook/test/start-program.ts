import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { onTestFinished } from "vitest";
import { PACKAGE } from "./projects.js";

export const BIN = join(PACKAGE, "bin/create-agent-hook.cjs");

export interface ProgramResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** An empty working folder, with a folder of programs that come first on the PATH. */
export interface Workspace {
  readonly folder: string;
  /** The environment of a user's shell, without CI and without a package manager that runs the program. */
  readonly env: NodeJS.ProcessEnv;
  /** Adds a shell script that shadows a program on the PATH. */
  program(name: string, script: string): void;
  /** Returns every path in the folder, with the text of each file. */
  tree(): Record<string, string>;
}

export function createWorkspace(): Workspace {
  const base = mkdtempSync(join(tmpdir(), "create-agent-hook-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const folder = join(base, "work");
  const programs = join(base, "programs");
  for (const path of [folder, programs]) mkdirSync(path);
  const { CI: _ci, npm_config_user_agent: _agent, npm_config_template: _kept, ...env } = process.env;
  return {
    folder,
    env: { ...env, PATH: `${programs}${delimiter}${env.PATH}` },
    program(name, script) {
      writeFileSync(join(programs, name), `#!/bin/sh\n${script}\n`);
      chmodSync(join(programs, name), 0o755);
    },
    tree: () => treeOf(folder),
  };
}

function treeOf(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(folder.length + 1), entry.isFile() ? readFileSync(path, "utf8") : ""];
    }),
  );
}

/** Starts the program without a terminal. */
export function startProgram({ folder, env }: Workspace, args: readonly string[], more: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [BIN, ...args], {
    cwd: folder,
    env: { ...env, ...more },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return { child, ended: endOf(child) };
}

export function runProgram(
  createWorkspace: Workspace,
  args: readonly string[],
  more: NodeJS.ProcessEnv = {},
): Promise<ProgramResult> {
  return startProgram(createWorkspace, args, more).ended;
}

function endOf(child: ChildProcess): Promise<ProgramResult> {
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name]?.setEncoding("utf8").on("data", (text: string) => {
      output[name] += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, ...output }));
  });
}
