import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { parse, stringify } from "yaml";
import { fakeHookSource, folder, GUARD } from "../config-folder.js";
import { agentHook } from "../run-command.js";
import { idsOf, runDoctor } from "./run-doctor.js";

export type Json = Record<string, unknown>;

export const MANIFEST = { ...GUARD, points: ["approveTool"], hosts: ["docker-agent"] };
export const DENIES = { ...MANIFEST, points: ["beforeTool"], onFailure: "continue" };
export const AGENTS = { version: "11", agents: { root: { model: "x" }, helper: { model: "y" } } };

interface ConfiguredFile {
  readonly path: string;
  readonly hook: string;
  /** Rewrites the file with a changed text or value. */
  text(change: (text: string) => string): void;
  value(change: (value: Json) => void): void;
}

/** Creates a file as `agent-hook config` writes it. */
export async function configuredFile(
  manifest: object = MANIFEST,
  version = "v1.123.0",
  file: object = AGENTS,
): Promise<ConfiguredFile> {
  const cwd = folder("it's a $folder");
  const hook = join(cwd, "hook.js");
  writeFileSync(hook, fakeHookSource(manifest));
  const path = join(cwd, "agent.yaml");
  writeFileSync(path, stringify(file));
  const args = ["config", `docker-agent@${version}`, "--write", path, "--yes", "--", process.execPath, hook];
  const { code, stderr } = await agentHook(args);
  expect(code, stderr).toBe(0);
  const text = (change: (text: string) => string) => writeFileSync(path, change(readFileSync(path, "utf8")));
  const value = (change: (value: Json) => void) =>
    text((before) => {
      const all = parse(before);
      change(all);
      return stringify(all, { lineWidth: 0 });
    });
  return { path, hook, text, value };
}

/** Creates the same file for a hook with a start-up snapshot. */
export async function configuredSnapshot() {
  const { path, hook } = await configuredFile();
  const [blob, bundle] = [hook.replace(/\.js$/, ".blob"), hook.replace(/\.js$/, ".cjs")];
  const main = `require("node:v8").startupSnapshot.setDeserializeMainFunction(() => { ${fakeHookSource(MANIFEST)} });`;
  // The bundle describes itself in the same way without the snapshot.
  writeFileSync(
    bundle,
    `if (!require("node:v8").startupSnapshot.isBuildingSnapshot()) ${fakeHookSource(MANIFEST)} else ${main}`,
  );
  execFileSync(process.execPath, ["--snapshot-blob", blob, "--build-snapshot", bundle]);
  const command = [process.execPath, "--snapshot-blob", blob];
  const { code, stderr } = await agentHook([
    "config",
    "docker-agent@v1.123.0",
    "--write",
    path,
    "--yes",
    "--",
    ...command,
  ]);
  expect(code, stderr).toBe(0);
  return { path, blob, bundle };
}

export async function findingIds(path: string, ...args: string[]) {
  const { stdout, stderr, code } = await runDoctor(["--json", ...args, path]);
  expect(stderr).toBe("");
  const report = JSON.parse(stdout);
  expect(code).toBe(report.ok ? 0 : 1);
  return idsOf(report);
}

export const root = ({ agents }: Json) => (agents as { root: { hooks: Record<string, Json[]> } }).root;
export const NO_FINDINGS = { config: [], guard: [] };
