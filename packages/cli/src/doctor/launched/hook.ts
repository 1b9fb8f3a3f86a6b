import { existsSync, readFileSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import type { LauncherCommand } from "@agent-hook/sdk/launcher";
import { CommandError } from "../../command-error.js";
import { isOlder, versionIn } from "../../config/assert-runtime.js";
import { isProgram } from "../../config/find-program.js";
import { readManifest } from "../../config/read-manifest.js";
import { runtimeInstead } from "../../config/runtime-path.js";
import { runtimeOf } from "../../config/runtimes.js";
import { readRegular } from "../../files/regular-file.js";
import type { HookSummary as Manifest } from "../../host-config/index.js";
import { ASK_SCRIPT, LAUNCHER, launcherFile } from "../../launcher-files.js";
import { isEditableFile, policyFileOf } from "../../policy/policy-command.js";
import { makeProbe } from "../probe/launched-probe.js";
import type { Probe } from "../probe/probe.js";
import { untilSignal } from "../until-signal.js";
import { isBareHook } from "./bare-hook.js";
import { type Entry, expectedCommand, type LaunchedHost } from "./entry.js";
import { isSameNode, type Snapshot, snapshotOf } from "./snapshot.js";

/** A hook with all its entries in a file. */
export interface Hook<E extends Entry = Entry> {
  /** The hook's name in the file, or else its command. */
  readonly name: string;
  readonly entries: readonly E[];
  /** The command that the launcher starts, without `--host`. Absent if the hook does not use the launcher. */
  readonly command?: readonly string[];
  /** The path of the runtime in the entries, if it is gone and the launcher starts another one. */
  readonly goneRuntime?: string;
  /** The version of Bun or Deno, if hooks are not tested with one that is so old. */
  readonly oldVersion?: string;
  /** The entries that should use the launcher but do not. */
  readonly bare: readonly E[];
  readonly missing: readonly ("launcher" | "program" | "hook")[];
  /** The manifest that the hook prints. */
  readonly manifest?: Manifest;
  /** Why the hook prints no manifest. */
  readonly failure?: string;
  readonly snapshot?: Snapshot;
  /** Whether the snapshot cannot start: under any Node, or under this Node if the bundle is missing. */
  readonly badSnapshot?: true;
  /** The launcher, or the program with which it asks a process that stays, if the file is not that program. */
  readonly otherLauncher?: string;
  /** Whether nothing was started because the user did not agree to run the commands in the file. */
  readonly consentMissing?: true;
  /** Whether the hook is a policy that lets an agent write the policy's own file. */
  readonly editablePolicy?: true;
  /** The result of a harmless call, or `undefined` if none was made. */
  readonly probe?: Probe;
}

interface HookReadOptions {
  /** Whether the commands may run. */
  readonly mayRun: boolean;
  /** The project folder. */
  readonly project: string;
  readonly onProgress: (what: string) => void;
}

/** Inspects every hook once, and reads the manifest of each hook that the launcher starts. */
export async function hooksOf<E extends Entry>(
  host: LaunchedHost,
  entries: readonly E[],
  options: HookReadOptions,
): Promise<Hook<E>[]> {
  const hooks: Hook<E>[] = [];
  for (const name of new Set(entries.map(nameOf))) {
    options.onProgress(`calling ${name}`);
    const own = entries.filter((entry) => nameOf(entry) === name);
    const hook = await hookOf(host, name, own, options.mayRun);
    hooks.push(options.mayRun ? await withProbe(hook, host, options.project) : { ...hook, consentMissing: true });
  }
  return hooks;
}

/**
 * Makes a harmless call, except to a hook that cannot start or may be another program here: other findings report
 * those. Hooks that are not ours are never started, since the effect of a call is unknown.
 */
async function withProbe<E extends Entry>(hook: Hook<E>, host: LaunchedHost, project: string): Promise<Hook<E>> {
  const { entries, bare, missing, failure, command, manifest, badSnapshot } = hook;
  const isUnsafe = command !== undefined && manifest === undefined;
  if (missing.length > 0 || failure !== undefined || isUnsafe || badSnapshot) return hook;
  const ours = entries.filter((entry) => entry.launched !== undefined || bare.includes(entry));
  const probe = await untilSignal((signal) => makeProbe(host, ours, { project, signal }));
  return probe === undefined ? hook : { ...hook, probe };
}

function nameOf({ name, command }: Entry): string {
  return name ?? command;
}

async function hookOf<E extends Entry>(
  host: LaunchedHost,
  name: string,
  entries: readonly E[],
  mayRun: boolean,
): Promise<Hook<E>> {
  const { launched, written } = entries.find((entry) => entry.launched !== undefined) ?? {};
  const bare = await bareEntries(host, entries, mayRun);
  if (launched === undefined || written === undefined) return { name, entries, missing: [], bare };
  const [named = "", ...args] = withoutHost(launched.command);
  const instead = runtimeInstead(named);
  const program = instead ?? named;
  const command = [program, ...args];
  // What the command starts depends on the agent's folder and shell: here, it may be another program.
  if ("fault" in expectedCommand({ ...written, host: host.name })) {
    return { name, entries, command, missing: [], bare };
  }
  const script = scriptOf(args);
  const missing = [
    ...(existsSync(launched.launcher) ? [] : ["launcher" as const]),
    ...(isAbsolute(program) && isProgram(program) ? [] : ["program" as const]),
    ...(script === undefined || existsSync(script) ? [] : ["hook" as const]),
  ];
  const otherLauncher = missing.includes("launcher") ? undefined : otherLauncherOf(launched);
  const gone = instead === undefined ? {} : { goneRuntime: named };
  const facts = { name, entries, command, missing, bare, ...gone, ...(otherLauncher && { otherLauncher }) };
  if (!mayRun || missing.includes("program") || missing.includes("hook")) return facts;
  const oldVersion = await oldVersionOf(program);
  const snapshot = await snapshotOf(command);
  const results: StartResult[] = [];
  for (const env of environmentsOf(entries)) {
    results.push(await (snapshot === undefined ? startResultOf(command, env) : snapshotResult(command, snapshot, env)));
  }
  const worst = results.find(({ failure, badSnapshot }) => failure !== undefined || badSnapshot) ?? results[0];
  const policy = policyFileOf(command);
  const editable = policy !== undefined && (await isEditableFile(policy)) ? { editablePolicy: true as const } : {};
  const old = oldVersion === undefined ? {} : { oldVersion };
  return { ...facts, ...old, ...editable, ...(snapshot === undefined ? {} : { snapshot }), ...worst };
}

async function oldVersionOf(program: string): Promise<string | undefined> {
  const runtime = runtimeOf(program);
  if (runtime === undefined || runtime.name === "node") return undefined;
  const version = await versionIn(program);
  return version !== undefined && isOlder(version, runtime.oldest) ? version : undefined;
}

/** Returns the entries without the launcher whose hooks use the SDK. */
async function bareEntries<E extends Entry>(host: LaunchedHost, entries: readonly E[], mayRun: boolean): Promise<E[]> {
  const bare: E[] = [];
  for (const entry of entries) {
    if (entry.launched === undefined && (await isBareHook(entry, host, mayRun))) bare.push(entry);
  }
  return bare;
}

/**
 * Returns the distinct environments in which the agent starts the hook, without the values in which the agent would
 * replace variables.
 */
function environmentsOf(entries: readonly Entry[]): NodeJS.ProcessEnv[] {
  const jsonLists = entries
    .filter(({ launched }) => launched !== undefined)
    .map(({ env }) => JSON.stringify(Object.entries(env).filter(([, value]) => !value.includes("${"))));
  return [...new Set(jsonLists)].map((pairs) => ({ ...process.env, ...Object.fromEntries(JSON.parse(pairs)) }));
}

type StartResult = Pick<Hook, "manifest" | "failure" | "badSnapshot">;

/**
 * Starts the snapshot. If another Node made it, starts the bundle instead, as the launcher does. Also starts the bundle
 * if the snapshot fails: if only the snapshot fails, it is broken.
 */
async function snapshotResult(
  command: readonly string[],
  snapshot: Snapshot,
  env: NodeJS.ProcessEnv,
): Promise<StartResult> {
  const { bundled, builtBy } = snapshot;
  const result = isSameNode(snapshot) ? await startResultOf(command, env) : undefined;
  if (result?.manifest !== undefined) return result;
  if (bundled === undefined) return result ?? { badSnapshot: true };
  const { manifest, failure } = await startResultOf(bundled, env);
  const bad = builtBy === undefined || (result !== undefined && manifest !== undefined);
  return { ...(manifest ? { manifest } : { failure }), ...(bad ? { badSnapshot: true } : {}) } as StartResult;
}

async function startResultOf(command: readonly string[], env: NodeJS.ProcessEnv): Promise<StartResult> {
  try {
    return { manifest: await readManifest(command, { env }) };
  } catch (error) {
    if (error instanceof CommandError) return { failure: error.message };
    throw error;
  }
}

function withoutHost(command: readonly string[]): string[] {
  return command.filter((word, index) => !/^--host(=|$)/.test(word) && command[index - 1] !== "--host");
}

/** Returns the hook's own file: the first absolute path of a script or a snapshot. */
function scriptOf(args: readonly string[]): string | undefined {
  return args.find((arg) => arg.startsWith("/") && /\.([cm]?[jt]s|blob|py|rb|sh)$/.test(arg));
}

/** Returns the first of the launcher's files that is not a copy of the one in the SDK: another program may have its name. */
function otherLauncherOf({ launcher, resident }: LauncherCommand): string | undefined {
  const askScript = join(dirname(launcher), ASK_SCRIPT);
  if (!isCopy(launcher, launcherFile(LAUNCHER))) return launcher;
  return resident && !isCopy(askScript, launcherFile(ASK_SCRIPT)) ? askScript : undefined;
}

function isCopy(path: string, original: string): boolean {
  try {
    return readRegular(path).bytes.equals(readFileSync(original));
  } catch {
    return false;
  }
}
