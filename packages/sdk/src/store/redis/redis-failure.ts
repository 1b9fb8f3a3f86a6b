import { StoreError, type StoreErrorCode } from "../../hook/store-error.js";

const NO_CLUSTER = "it is part of a cluster, which is not supported: use a single server";
const WRONG_LOGIN = "it refuses the user or the password: check AGENT_HOOK_STORE";

/** The errors of a server with a cause that the user can remove, by the word in their text. The first one that fits counts. */
const CAUSES: readonly (readonly [RegExp, StoreErrorCode, string])[] = [
  [/\b(?:WRONGPASS|NOAUTH)\b|invalid password|without any password/, "unavailable", WRONG_LOGIN],
  [
    /\bNOPERM\b/,
    "unavailable",
    "its user lacks rights: allow the keys agent-hook:* and the commands get, set, del, eval and time",
  ],
  [/\bLOADING\b/, "unavailable", "it is still loading its data: try again"],
  [/\bOOM\b/, "full", "its memory is full"],
  [/\bMISCONF\b/, "unavailable", "it cannot write its data to the disk"],
  [/\bREADONLY\b/, "unavailable", "it is a replica that cannot be written: use its primary"],
  [/\bBUSY\b/, "locked", "a script of another client takes too long: try again"],
  [/\b(?:MOVED|ASK|CROSSSLOT|CLUSTERDOWN)\b/, "unavailable", NO_CLUSTER],
  [/\bWRONGTYPE\b/, "corrupt", "another program has written to its keys that start with agent-hook"],
  [
    /\bDENIED\b.*protected mode/,
    "unavailable",
    "it accepts only connections from its own machine: set a password for it",
  ],
  [/max number of clients/, "unavailable", "it has too many connections"],
  [/\bDB index\b/i, "unavailable", "it has no database of the number in AGENT_HOOK_STORE"],
];

/** Converts the text of a server's error, which is not quoted: it may contain parts of the command. */
export function serverError(text: string): StoreError {
  const [, code, why] = CAUSES.find(([pattern]) => pattern.test(text)) ?? [undefined, "unavailable", described(text)];
  return storeError(code as StoreErrorCode, why as string);
}

/** Converts an error of the connection. Only its code is quoted: the rest may contain parts of the setting. */
export function connectionError(error: unknown): StoreError {
  const code: unknown = Object(error).code;
  const why = typeof code === "string" && /^[A-Z0-9_]{1,50}$/.test(code) ? ` (${code})` : "";
  return storeError("unavailable", `it cannot be reached${why}: check that it runs, and AGENT_HOOK_STORE`);
}

/** The server closed a connection on which it owed a reply. */
export function connectionLost(): StoreError {
  return storeError("unavailable", "it closed the connection");
}

/** The peer does not speak the protocol of Redis. */
export function notRedis(): StoreError {
  return storeError(
    "unavailable",
    "what answers there is not Redis: check AGENT_HOOK_STORE, and whether it needs rediss://",
  );
}

function storeError(code: StoreErrorCode, why: string): StoreError {
  return new StoreError(code, `the store on Redis failed: ${why}`);
}

function described(text: string): string {
  const [word] = /^[A-Z]{2,30}\b/.exec(text) ?? [];
  return word === undefined ? "it answered with an error" : `it answered with the error ${word}`;
}
