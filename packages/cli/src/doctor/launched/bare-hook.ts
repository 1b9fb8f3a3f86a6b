import { existsSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { CommandError } from "../../command-error.js";
import { readManifest } from "../../config/read-manifest.js";
import { readRegular } from "../../files/regular-file.js";
import type { Entry, LaunchedHost } from "./entry.js";

/** Returns whether a command without the launcher, or with a changed call of it, starts a hook that uses the SDK. */
export async function isBareHook(
  { command, workingDir }: Entry,
  { name }: LaunchedHost,
  mayRun: boolean,
): Promise<boolean> {
  if (/\/guard\.sh' (?:resident-|started-)?(?:block|continue) /.test(command)) return true;
  if (new RegExp(`--host['"]?[ =]['"]?${name}`).test(command)) return true;
  const words = splitWords(command)?.map((word, index) => (index > 0 || word.includes("/") ? inFolder(word) : word));
  if (words === undefined || !words.some(containsSdk)) return false;
  // A relative path is a different file in each folder, so the command is not run.
  if (!mayRun || relativeWords(command, workingDir).length > 0) return true;
  try {
    await readManifest(words);
    return true;
  } catch (error) {
    if (error instanceof CommandError) return false;
    throw error;
  }

  function inFolder(word: string): string {
    const path = resolve(workingDir ?? ".", word);
    return existsSync(path) ? path : word;
  }
}

/**
 * Returns the words that name a different file in each folder. Empty if a shell would do more than split the command.
 */
export function relativeWords(command: string, workingDir = ""): string[] {
  if (isAbsolute(workingDir)) return [];
  const [program = "", ...args] = (splitWords(command) ?? []).filter((word) => word !== "exec");
  const isRelative = (word: string) => !isAbsolute(word) && !/^(-|[a-z]+:)/.test(word);
  const scripts = INTERPRETERS.test(program) ? args.filter((word) => SCRIPT.test(word)) : [];
  return [...(program.includes("/") ? [program] : []), ...scripts].filter(isRelative);
}

const INTERPRETERS = /(^|\/)(node|nodejs|deno|bun|npx|tsx|ts-node|python[\d.]*|ruby|perl|php|sh|bash|dash|zsh)$/;
const SCRIPT = /\.([cm]?[jt]s|py|rb|pl|php|sh|blob)$/;

/** Splits a command into words. Returns `undefined` if a shell would do more than that. */
function splitWords(command: string): string[] | undefined {
  if (!/^(\s*('[^']*'|"[^"$`\\]*"|[\w@%+=:,./-]+)(?=\s|$))+\s*$/.test(command)) return undefined;
  return command.match(/'[^']*'|"[^"]*"|\S+/g)?.map((word) => word.replace(/^(['"])(.*)\1$/, "$2"));
}

/** Returns whether a file contains the SDK, so that other programs are not started to read a manifest. */
function containsSdk(path: string): boolean {
  if (!/\.([cm]?[jt]s|blob)$/.test(path)) return false;
  try {
    return readRegular(path).bytes.includes("agent-hook/sdk");
  } catch {
    return false;
  }
}
