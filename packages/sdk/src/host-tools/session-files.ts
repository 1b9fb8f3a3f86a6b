import type { Payload } from "./effect.js";

/** A message that a host sends to its hooks, at an event. */
export interface HostMessage {
  readonly event: string;
  readonly payload: Payload;
}

/** A prompt, or a call of a tool, as a host kept it in a session file. */
export interface RecordedCall {
  /** Unique in a host's sessions. A session that was continued in another file can have the same call twice. */
  readonly id: string;
  /** ISO 8601, or `undefined` if the file does not have it. */
  readonly time: string | undefined;
  readonly session: string;
  /** What the host sent to its hooks before the call ran, or would have sent: the model's own arguments. */
  readonly before: HostMessage;
  /** The same after it ran. Missing for a prompt, for a call that did not run, and for one without a known result. */
  readonly after?: HostMessage;
}

/** One line of a session file, or a whole file that is one JSON document. */
export type SessionEntry = Readonly<Record<string, unknown>>;

/** Reads one session file, entry by entry. It keeps only the calls that have no result yet. */
export interface SessionReader {
  /** Returns the calls that this entry completes, or `undefined` if entries of this type are not known. */
  read(entry: SessionEntry): readonly RecordedCall[] | undefined;
  /** Returns the calls whose result did not come before the end of the file. */
  end(): readonly RecordedCall[];
}

/** A session file. */
export interface SessionFile {
  readonly path: string;
  /** Reads a small file near it. Returns `undefined` if there is none. */
  readText(path: string): string | undefined;
}

/** Where a host keeps its sessions on disk, and how to read them. */
export interface SessionFiles {
  /** Returns the folder that has them, at any depth. */
  folder(env: NodeJS.ProcessEnv, home: string): string;
  /** Returns whether the file with this path in the folder is a session. */
  isSession(path: string): boolean;
  /** Returns whether an entry is one of this host's, to recognize a file elsewhere. */
  recognise(entry: SessionEntry): boolean;
  open(file: SessionFile): SessionReader;
}
