import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { CommandError } from "../../command-error.js";
import { readManifest } from "../../config/read-manifest.js";
import type { Entry } from "./entry.js";
import type { LaunchingHost } from "./launching-host.js";

/** Whether a command without the launcher, or with a changed one, is a hook of the SDK: others are nobody's to judge here. */
export async function isBareHook(
  { command, workingDir }: Entry,
  { name }: LaunchingHost,
  limitMs: number,
): Promise<boolean> {
  if (/\/guard\.sh' (block|continue) /.test(command)) return true;
  if (new RegExp(`--host['"]?[ =]['"]?${name}`).test(command)) return true;
  const words = wordsOf(command)?.map((word, index) => (index > 0 || word.includes("/") ? inFolder(word) : word));
  if (words === undefined || !words.some(holdsSdk)) return false;
  try {
    await readManifest(words, limitMs);
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

/** Nothing for what a shell would do more with than split it. */
function wordsOf(command: string): string[] | undefined {
  if (!/^(\s*('[^']*'|"[^"$`\\]*"|[\w@%+=:,./-]+)(?=\s|$))+\s*$/.test(command)) return undefined;
  return command.match(/'[^']*'|"[^"]*"|\S+/g)?.map((word) => word.replace(/^(['"])(.*)\1$/, "$2"));
}

/** So that no program of others is started to ask what it is. */
function holdsSdk(path: string): boolean {
  return /\.([cm]?js|blob)$/.test(path) && existsSync(path) && readFileSync(path).includes("agent-hook/sdk");
}
