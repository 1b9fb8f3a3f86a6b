import { accessSync, constants, existsSync, statSync } from "node:fs";
import { type BuiltWith, builtWith } from "../../build/built-with.js";
import { CommandError } from "../../command-error.js";
import { readManifest } from "../../config/read-manifest.js";
import { runProgram } from "../../config/run-program.js";
import type { HookFacts as Manifest } from "../../host-config/index.js";
import type { Configured, Entry } from "./configured.js";

/** A hook, wherever it stands in the file. */
export interface Hook {
  /** Its name in the file, else its command. */
  readonly name: string;
  readonly entries: readonly Entry[];
  /** What it starts, without `--host`; nothing without the launcher. */
  readonly command?: readonly string[];
  readonly missing: readonly ("launcher" | "program" | "hook")[];
  /** What it says of itself. */
  readonly manifest?: Manifest;
  /** Why it does not. */
  readonly failure?: string;
  readonly snapshot?: {
    readonly blob: string;
    readonly by: BuiltWith;
    readonly node: string;
    readonly bundle: boolean;
  };
}

/** All that is known: what the findings are made from. */
export interface Facts {
  readonly file: string;
  readonly config: Configured;
  readonly hooks: readonly Hook[];
  /** Of docker-agent: said with `--host`, else what a hook is told. */
  readonly version: string | undefined;
}

const LIMIT_MS = 10_000;

/** Looks at every hook once, and asks those behind the launcher what they are. */
export async function gather(
  file: string,
  config: Configured,
  said: string | undefined,
  onProgress: (what: string) => void,
): Promise<Facts> {
  const hooks: Hook[] = [];
  for (const name of new Set(config.entries.map(nameOf))) {
    onProgress(`asking ${name}`);
    hooks.push(
      await hookOf(
        name,
        config.entries.filter((entry) => nameOf(entry) === name),
      ),
    );
  }
  const version = said ?? config.entries.find(({ host }) => host?.version !== undefined)?.host?.version;
  return { file, config, hooks, version };
}

function nameOf({ name, command }: Entry): string {
  return name ?? command;
}

async function hookOf(name: string, entries: readonly Entry[]): Promise<Hook> {
  const launched = entries.find((entry) => entry.launched !== undefined)?.launched;
  if (launched === undefined) return { name, entries, missing: [] };
  const command = withoutHost(launched.command);
  const [program = "", ...args] = command;
  const script = scriptOf(args);
  const missing = [
    ...(existsSync(launched.launcher) ? [] : ["launcher" as const]),
    ...(isProgram(program) ? [] : ["program" as const]),
    ...(script === undefined || existsSync(script) ? [] : ["hook" as const]),
  ];
  const facts = { name, entries, command, missing };
  if (missing.includes("program") || missing.includes("hook")) return facts;
  const snapshot = await snapshotOf(program, args);
  try {
    return { ...facts, ...snapshot, manifest: await readManifest(command, LIMIT_MS) };
  } catch (error) {
    if (error instanceof CommandError) return { ...facts, ...snapshot, failure: error.message };
    throw error;
  }
}

function withoutHost(command: readonly string[]): string[] {
  return command.filter((word, index) => !/^--host(=|$)/.test(word) && command[index - 1] !== "--host");
}

/** The hook's own file: what config would name. */
function scriptOf(args: readonly string[]): string | undefined {
  return args.find((arg) => arg.startsWith("/") && /\.([cm]?js|blob|py|rb|sh)$/.test(arg));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

async function snapshotOf(program: string, [flag, blob = ""]: readonly string[]): Promise<Pick<Hook, "snapshot">> {
  const by = flag === "--snapshot-blob" ? builtWith(blob) : undefined;
  if (by === undefined) return {};
  const { stdout } = await runProgram([program, "-p", "process.version"], LIMIT_MS);
  return { snapshot: { blob, by, node: stdout.trim(), bundle: existsSync(blob.replace(/\.blob$/, ".cjs")) } };
}
