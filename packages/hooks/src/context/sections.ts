import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { arch, platform, release, userInfo } from "node:os";
import { basename, resolve } from "node:path";
import { promisify } from "node:util";
import { shortened } from "../results/excerpt.js";

const run = promisify(execFile);

/** Where a section is read, and how long it may be. */
export interface Place {
  readonly cwd: string;
  readonly signal: AbortSignal;
  /** The largest section, in bytes. */
  readonly maxBytes: number;
}

/**
 * A project's own settings could make git start programs: for the state of its files, or as a pager. These options
 * prevent that.
 */
const SAFE = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "--no-pager"];
/** The largest output that is read, in bytes. It is more than any section keeps. */
const MAX_OUTPUT_BYTES = 2 ** 22;

/** Returns what git prints, or an empty text: there may be no git and no repository. */
async function git(args: readonly string[], { cwd, signal, maxBytes }: Place): Promise<string> {
  const env = { ...process.env, GIT_OPTIONAL_LOCKS: "0", GIT_TERMINAL_PROMPT: "0" };
  return run("git", [...SAFE, ...args], { cwd, env, signal, maxBuffer: MAX_OUTPUT_BYTES }).then(
    ({ stdout }) => shortened(stdout.trimEnd(), maxBytes),
    (error: { readonly stdout?: string; readonly code?: string }) =>
      error.code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER" ? shortened(error.stdout ?? "", maxBytes) : "",
  );
}

export function gitStatus(place: Place): Promise<string> {
  return git(["status", "--short", "--branch"], place);
}

export function gitDiff(place: Place): Promise<string> {
  return git(["diff", "--no-ext-diff", "--no-textconv", "HEAD"], place);
}

export function recentCommits(count: number, place: Place): Promise<string> {
  return git(["log", `--max-count=${count}`, "--format=%h %ad %s", "--date=short"], place);
}

/** Returns the time in the machine's time zone: `Thursday, 2026-11-26 06:12 (Europe/Berlin)`. */
export function date(now = new Date()): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const day = now.toLocaleDateString("en", { weekday: "long" });
  // Swedish writes dates as in ISO 8601.
  return `${day}, ${now.toLocaleString("sv").slice(0, 16)} (${timeZone})`;
}

export function environment({ cwd }: Place): string {
  return [
    `folder: ${cwd}`,
    `system: ${platform()} ${release()} ${arch()}`,
    `shell: ${process.env.SHELL ?? "unknown"}`,
  ].join("\n");
}

export function user(): string {
  return userInfo().username;
}

/** Returns the names in the agent's folder, folders with a slash. */
export async function listing(maxEntries: number, { cwd, maxBytes }: Place): Promise<string> {
  const entries = await readdir(cwd, { withFileTypes: true }).catch(() => []);
  const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).sort();
  const more = names.length > maxEntries ? [`[... ${names.length - maxEntries} more]`] : [];
  return shortened([...names.slice(0, maxEntries), ...more].join("\n"), maxBytes);
}

/** Returns the text of a file, or an empty text if there is none. */
export async function promptFile(
  name: string,
  { cwd, maxBytes }: Place,
): Promise<readonly [title: string, text: string]> {
  const text = await readFile(resolve(cwd, name), "utf8").catch(() => "");
  return [basename(name), shortened(text.trimEnd(), maxBytes)];
}
