import { createHash } from "node:crypto";
import { existsSync, realpathSync } from "node:fs";
import { hostname, userInfo } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { StoreKey } from "../hook/store.js";
import { StoreError } from "../hook/store-error.js";
import type { StoreBinding } from "./binding.js";

/** Some engines limit the length of a key. */
const MAX_KEY_LENGTH = 400;

/** Returns the text of a key: different for each hook, scope, name and parts. */
export function scopedKey(
  { name, scope, parts }: StoreKey<unknown>,
  { hook, call }: Pick<StoreBinding, "hook" | "call">,
  isShared: boolean,
): string {
  const owner = isShared && scope !== "fleet" ? [userOnMachine()] : [];
  const text = JSON.stringify([hook, scope, ...owner, ...scopeParts(), name, ...parts]);
  return text.length <= MAX_KEY_LENGTH ? text : createHash("sha256").update(text).digest("hex");

  function scopeParts(): string[] {
    if (scope === "project") return [projectOf(call?.cwd ?? process.cwd())];
    if (scope !== "session") return [];
    if (call?.sessionId !== undefined) return [call.sessionId];
    const why = call === undefined ? "setup and teardown belong to no session" : "the host sent no session id";
    throw new StoreError("no-session", `the store key "${name}" has the scope session, but ${why}: use another scope`);
  }
}

/** Returns `cwd` or the nearest folder above it that contains `.git`. If there is none, returns `cwd`. */
function projectOf(cwd: string): string {
  const start = withoutLinks(resolve(cwd));
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
    if (folder === dirname(folder)) return start;
  }
}

/** A project must not have a second value under the name of a link to it. */
function withoutLinks(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

/** Returns `user@machine`. */
export function userOnMachine(): string {
  return `${userName()}@${hostname()}`;
}

/** The name of the account, or its number: in a container, an account can have no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}
