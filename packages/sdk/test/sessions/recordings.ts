import { readdirSync, readFileSync } from "node:fs";
import type { HostMessage, RecordedCall, SessionEntry } from "../../src/hosts/sessions.js";
import { SESSION_FILES } from "../../src/hosts/sessions.js";

export type SessionHost = keyof typeof SESSION_FILES;
export const SESSION_HOSTS = Object.keys(SESSION_FILES) as readonly SessionHost[];

const HOSTS = new URL("../../src/hosts/", import.meta.url);
/** What Gemini CLI writes next to its sessions. */
const PROJECT = "/home/user/project\n";

function foldersOf(host: SessionHost): readonly URL[] {
  const fixtures = new URL(`${host}/fixtures/`, HOSTS);
  const versions = readdirSync(fixtures, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return versions.map(({ name }) => new URL(`${name}/sessions/`, fixtures)).filter((url) => namesIn(url).length > 0);
}

function namesIn(folder: URL): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Returns the names of a host's recordings. Each has a session file, and what the agent sent to hooks meanwhile. */
export function recordingsOf(host: SessionHost): readonly string[] {
  return foldersOf(host)
    .flatMap(namesIn)
    .filter((name) => name.endsWith(".hooks.jsonl"))
    .map((name) => name.replace(".hooks.jsonl", ""));
}

export function textOf(host: SessionHost, name: string): string {
  const folder = foldersOf(host).find((url) => namesIn(url).includes(name));
  return readFileSync(new URL(name, folder), "utf8");
}

export function entriesOf(host: SessionHost, name: string): readonly SessionEntry[] {
  return textOf(host, `${name}.jsonl`)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** Returns what the agent sent to hooks while it wrote a session. */
export function sentOf(host: SessionHost, name: string): readonly HostMessage[] {
  return textOf(host, `${name}.hooks.jsonl`)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** Reads entries as one file, and returns the calls. */
export function callsIn(
  host: SessionHost,
  entries: readonly SessionEntry[],
  path = "/s.jsonl",
): readonly RecordedCall[] {
  const reader = SESSION_FILES[host].open({
    path,
    readText: (name) => (name.endsWith(".project_root") ? PROJECT : undefined),
  });
  return [...entries.flatMap((entry) => reader.read(entry) ?? []), ...reader.end()];
}
