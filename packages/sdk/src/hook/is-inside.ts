import { lstatSync, readlinkSync, statfsSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, normalize, parse } from "node:path";
import { fileURLToPath } from "node:url";
import { windowsPaths } from "./windows-path.js";

/** Linux follows at most this many links in one path. */
const MAX_LINKS = 40;
/** The type that `statfs` returns for Linux's process file system, wherever it is mounted. */
const PROC_TYPE = 0x9fa0;
/**
 * Paths that lead elsewhere in each process: the hook cannot tell what the agent would find at such a path. macOS
 * ignores case.
 */
const PER_PROCESS = /^\/(?:proc|dev\/(?:fd|std(?:in|out|err)))(?:\/|$)/i;
const IS_WINDOWS = process.platform === "win32";
const SEPARATORS = IS_WINDOWS ? /[\\/]+/ : /\/+/;

/**
 * Returns whether a path certainly leads into a folder, or to the folder itself. Relative paths are relative to `cwd`,
 * usually `call.cwd`.
 *
 * Follows every link, also in a path that does not exist yet. Letter case matters only if the file system is
 * case-sensitive. If agents could read a path in several ways, such as `~/x`, `link/../x` or `file:///x`, the path must
 * be inside in each reading. Returns `false` if that is uncertain: for a relative path without `cwd`, a folder that
 * cannot be read, a circle of links or `/proc`. Never throws. Because `false` can mean "uncertain", use it to allow and
 * not to deny: `isInside(...) ? approve() : deny(...)`.
 *
 * Reads the file system synchronously, and blocks until it answers. Does not detect hard links, or links that are
 * created later.
 *
 * @example
 * approveTool: (call) =>
 *   pathsOf(call).every((path) => isInside("/home/ada/work", path, call.cwd)) ? approve() : deny("only files in work"),
 */
export function isInside(folder: string, path: string, cwd?: string): boolean {
  try {
    const root = destinationOf(toAbsolute(expandHome(folder), cwd));
    return possiblePaths(path, folder).every((reading) => leadsInto(root, destinationOf(toAbsolute(reading, cwd))));
  } catch {
    return false;
  }
}

/** Where a path ends: the last part that exists, with every link followed, and the names after it. */
interface Destination {
  readonly existing: string;
  readonly missing: readonly string[];
}

/** Returns every way in which an agent could read a path. Throws if these are unknown. */
function possiblePaths(path: string, folder: string): readonly string[] {
  const trimmed = path.trim();
  if (trimmed === "" || path.includes("\0")) throw new Error("expected a path");
  // The value of a variable in the agent's environment is unknown.
  if (/^[$%]/.test(trimmed)) throw new Error("expected a path without a variable");
  const address = /^file:/i.test(trimmed) ? [fileURLToPath(trimmed)] : [];
  const ofWindows = IS_WINDOWS ? windowsPaths(address[0] ?? trimmed, folder) : [];
  const spellings = [path, trimmed, expandHome(trimmed), ...address, ...ofWindows];
  // Some programs take `link/..` for the link's own folder, others for the folder around its target.
  return [...new Set(spellings.flatMap((one) => [one, normalize(one)]))];
}

/** Replaces a leading `~` with the home folder. Throws for the home folder of another user. */
function expandHome(path: string): string {
  if (!path.startsWith("~")) return path;
  const [name = "", ...rest] = path.split(SEPARATORS);
  if (name !== "~") throw new Error("expected no other user's home");
  return join(homedir(), ...rest);
}

function toAbsolute(path: string, cwd: string | undefined): string {
  if (isAbsolute(path)) return path;
  if (cwd === undefined || !isAbsolute(cwd))
    throw new Error("expected an absolute path, or the folder that it starts from");
  // Not `join`, which would remove `..` before the links in front of it are followed.
  return `${cwd}/${path}`;
}

/** Follows a path name by name, as the system does. Throws if that is not possible. */
function destinationOf(path: string): Destination {
  const { root } = parse(path);
  const remaining = namesOf(path, root);
  const missing: string[] = [];
  let existing = root;
  let links = 0;
  for (let name = remaining.pop(); name !== undefined; name = remaining.pop()) {
    if (name === "" || name === ".") continue;
    if (name === "..") {
      if (missing.pop() === undefined) existing = dirname(existing);
      continue;
    }
    const next = join(existing, name);
    const stats = missing.length === 0 ? lstatSync(next, { throwIfNoEntry: false }) : undefined;
    if (stats === undefined) {
      missing.push(name);
    } else if (stats.isSymbolicLink()) {
      if (++links > MAX_LINKS || statfsSync(existing).type === PROC_TYPE)
        throw new Error("expected a link that leads somewhere");
      const target = readlinkSync(next);
      if (isAbsolute(target)) existing = parse(target).root;
      remaining.push(...namesOf(target, isAbsolute(target) ? existing : ""));
    } else {
      existing = next;
    }
    if (PER_PROCESS.test(existing)) throw new Error("expected a place that is the same for each process");
  }
  if (statfsSync(existing).type === PROC_TYPE) throw new Error("expected a place that is the same for each process");
  return { existing, missing };
}

/** Returns the names in a path, the last one first. */
function namesOf(path: string, root: string): string[] {
  return path.slice(root.length).split(SEPARATORS).reverse();
}

function leadsInto(folder: Destination, path: Destination): boolean {
  if (folder.missing.length > 0) {
    const isSame = isSamePlace(folder.existing, path.existing);
    return isSame && folder.missing.every((name, at) => name === path.missing[at]);
  }
  for (let place = path.existing; ; place = dirname(place)) {
    if (isSamePlace(folder.existing, place)) return true;
    if (place === dirname(place)) return false;
  }
}

/** Compares by identity: names of one place can differ in letter case, and in how accents are composed. */
function isSamePlace(one: string, other: string): boolean {
  if (one === other) return true;
  const [first, second] = [one, other].map((path) => statSync(path, { bigint: true }));
  // On some network file systems, files have no inode numbers.
  return first !== undefined && first.ino !== 0n && first.ino === second?.ino && first.dev === second.dev;
}
