import { statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { homedir } from "node:os";
import { join, relative } from "node:path";
import { SESSION_FILES, type SessionFiles } from "@agent-hook/sdk/internal/sessions";
import { usageError } from "../command-error.js";
import { causeText } from "../files/read-file.js";
import { formatList } from "../format-list.js";
import type { SessionHost } from "./read-session.js";

/** A session file, before it is read. */
export interface FoundSession {
  readonly path: string;
  /** `undefined` if the file's content tells. */
  readonly host: SessionHost | undefined;
}

/** The hosts that keep sessions. */
const SESSION_HOSTS = Object.keys(SESSION_FILES) as readonly SessionHost[];

/** Returns the hosts that `--host` names, or all. Throws a usage error. */
export function sessionHosts(names: readonly string[] | undefined): readonly SessionHost[] {
  if (names === undefined) return SESSION_HOSTS;
  return names.map((name) => {
    const host = SESSION_HOSTS.find((one) => one === name);
    if (host !== undefined) return host;
    throw usageError(`--host: expected ${formatList(SESSION_HOSTS, "or")}, got "${name}"`);
  });
}

/** Returns the sessions that hosts kept since a time, the oldest first. */
export async function keptSessions(hosts: readonly SessionHost[], since: number): Promise<readonly FoundSession[]> {
  const found = await Promise.all(
    hosts.map(async (host) => {
      const { folder, isSession } = SESSION_FILES[host] as SessionFiles;
      const root = folder(process.env, process.env.HOME || homedir());
      const paths = await filesBelow(root);
      return paths.filter((path) => isSession(relative(root, path))).map((path) => ({ path, host }));
    }),
  );
  return inOrder(found.flat(), since);
}

/** Returns the sessions in named files and folders, the oldest first. Throws a usage error for an unreadable path. */
export async function namedSessions(
  paths: readonly string[],
  hosts: readonly SessionHost[],
  since: number,
): Promise<readonly FoundSession[]> {
  const [only] = hosts.length === 1 ? hosts : [];
  const found = await Promise.all(
    paths.map(async (path) => {
      const stats = statOf(path);
      if (stats?.isFile()) return [path];
      if (stats?.isDirectory())
        return (await filesBelow(path)).filter((file) => isSession(hosts, relative(path, file)));
      throw usageError(`${path}: expected a file or a folder`);
    }),
  );
  return inOrder(
    found.flat().map((path) => ({ path, host: only })),
    since,
  );
}

function isSession(hosts: readonly SessionHost[], path: string): boolean {
  return hosts.some((host) => (SESSION_FILES[host] as SessionFiles).isSession(path));
}

async function filesBelow(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return [];
    throw usageError(`${folder} cannot be read: ${causeText(error)}`, error);
  }
}

/** A file that was last written before `since` has no later call. */
function inOrder(sessions: readonly FoundSession[], since: number): readonly FoundSession[] {
  return sessions
    .map((session) => ({ session, time: statOf(session.path)?.mtimeMs ?? 0 }))
    .filter(({ time }) => time >= since)
    .sort((one, other) => one.time - other.time)
    .map(({ session }) => session);
}

function statOf(path: string) {
  return statSync(path, { throwIfNoEntry: false });
}
