import { readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { objectAt } from "../../host-tools/document.js";
import { switchedOnBy, type VariableSource } from "../../host-tools/switch-variables.js";
import { isObject, objectIn } from "../../text/index.js";
import { BARE, install } from "./install.js";

/** What the Claude Agent SDK passes to Claude Code. */
interface Started {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string | undefined;
  /** Arguments before those of the Claude Agent SDK. */
  readonly executableArgs?: readonly string[] | undefined;
  /** Options of the program, without `--`. */
  readonly extraArgs?: Readonly<Record<string, unknown>> | undefined;
  /** Settings, or their JSON, or the path of their file. */
  readonly settings?: unknown;
  /** The kinds of files that Claude Code reads. By default, all. */
  readonly settingSources?: readonly string[] | undefined;
}

/**
 * Returns the switch with which Claude Code starts in its bare mode, or `undefined`. Its other switches, such as
 * `--safe-mode`, leave out only the hooks of settings: packages/interop/real/claude-agent-sdk.test.ts shows both.
 */
export function bareSwitch(started: Started): string | undefined {
  const { env, cwd = process.cwd(), executableArgs: words = [], extraArgs = {}, settings } = started;
  if (words.includes("--bare") || Object.hasOwn(extraArgs, "bare")) return "--bare";
  const given = [extraArgs.settings, settings, ...valuesOf("--settings", words)].flatMap((one) => variables(one, cwd));
  // Settings replace variables of the process.
  const source = switchedOnBy(BARE, [...given, ...ownVariables(started, cwd), { env }]);
  return source?.path === undefined ? source && BARE : `${BARE} in ${source.path}`;
}

function valuesOf(option: string, words: readonly string[]): string[] {
  return words.flatMap((word, index) => {
    if (word === option) return words.slice(index + 1, index + 2);
    return word.startsWith(`${option}=`) ? [word.slice(option.length + 1)] : [];
  });
}

/** Returns the variables of the files that Claude Code reads. Those of a project cannot set this one. */
function ownVariables({ env, settingSources = ["user"] }: Started, folder: string): VariableSource[] {
  const machine = { env, home: env.HOME || homedir(), folder, platform: process.platform };
  const isRead = (scope: string) => scope === "managed" || (scope === "user" && settingSources.includes("user"));
  return install.files(machine).flatMap(({ path, scope }) => (isRead(scope) ? variables(path, folder) : []));
}

/** Returns the variables in settings, in their JSON, or in the file with this path. */
function variables(settings: unknown, folder: string): VariableSource[] {
  const value = typeof settings === "string" ? objectIn(settings) : settings;
  if (isObject(value)) return [{ env: objectAt(value, "env") }];
  if (typeof settings !== "string") return [];
  const path = resolve(folder, settings);
  return [{ path, env: objectAt(contentOf(path), "env") }];
}

/** Returns no settings for a file that cannot be read: Claude Code ignores it, too. */
function contentOf(path: string): Readonly<Record<string, unknown>> {
  try {
    return (statSync(path).isFile() ? objectIn(readFileSync(path, "utf8")) : undefined) ?? {};
  } catch {
    return {};
  }
}
