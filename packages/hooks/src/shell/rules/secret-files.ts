import { nameMatches, withoutBraces } from "../../paths/glob.js";
import { NOT_SECRETS, SECRET_FILES } from "../../paths/secret-files.js";
import { isBelow } from "../values/paths.js";
import type { State } from "../values/state.js";
import { canMatch } from "../values/text.js";

/**
 * `secret`: reading the file shows a secret to the model. `sensitive`: the file is often part of the work and may be
 * read, but must not leave the machine.
 */
export type Secrecy = "secret" | "sensitive";

/** Secret files that projects keep, and that a command may read. */
const BELONGS_TO_WORK =
  /\.(?:pem|key|p8|p12|pfx|pkcs12|ppk|jks|keystore|bks|kdbx?|agekey|tfvars|tfstate(?:\..*)?|keytab|ovpn|asc|gpg)$|^(?:secrets?|credentials?|client_secret.*|.*service[-_]?account.*)\.\w+$|^\.secrets(?:\..*)?$|_history$/i;
const HISTORY = /_history$/i;
const SENSITIVE_FOLDER =
  /^(?:certs?|certificates|private|secrets?|credentials|keys|\.aws|\.azure|\.kube|\.docker|gcloud)$/i;
const SENSITIVE_NAME = /^(?:\.npmrc|\.yarnrc\.yml|credentials?|secrets?)$/i;

/** The open files of a process. `channelAt` tells where they lead, if that is known. */
const OPEN_FILES = /^\/proc\/[^/]+\/(?:task\/[^/]+\/)?fd(?:\/|$)/;

interface Glob {
  readonly names: readonly string[];
  /** A name without wildcards. A path without it does not match. */
  readonly literal: string | undefined;
  readonly start: "home" | "anywhere" | "root";
}

const secrets = lazily(() => SECRET_FILES.flatMap(withoutBraces).map(parsed));
const exceptions = lazily(() => NOT_SECRETS.flatMap(withoutBraces).map(parsed));

/** Returns how secret a file or folder is, or `undefined`. `path` may contain patterns of the shell. */
export function isSecretFile(path: string, state: State): Secrecy | undefined {
  // A longer path names no file.
  if (path.length > MAX_PATH_LENGTH || OPEN_FILES.test(path)) return undefined;
  const key = `${state.userHome}\n${state.project}\n${path}`;
  if (known.has(key)) return known.get(key);
  if (known.size >= MAX_KNOWN) known.clear();
  const secrecy = secrecyOf(path, state);
  known.set(key, secrecy);
  return secrecy;
}

const MAX_PATH_LENGTH = 4096;
/** Commands name the same files again and again. */
const known = new Map<string, Secrecy | undefined>();
const MAX_KNOWN = 4096;

function secrecyOf(path: string, state: State): Secrecy | undefined {
  const names = path.split("/").filter((name) => name !== "");
  const name = names.at(-1) ?? "";
  const present = /[\uE000-\uE003]/.test(path) ? undefined : new Set(names);
  const isListed = (globs: readonly Glob[], isOwn = false) =>
    globs.some((glob) => {
      if (isOwn && glob.start !== "home") return false;
      if (present !== undefined && glob.literal !== undefined && !present.has(glob.literal)) return false;
      return matches(glob, names, state);
    });
  // A pattern can match a secret next to its example.
  const isSecret = isListed(secrets()) && (present === undefined || !isListed(exceptions()));
  // Logins in a home do not belong to the work, whatever their names.
  const belongsToWork = BELONGS_TO_WORK.test(name) && (HISTORY.test(name) || !isSecret || !isListed(secrets(), true));
  if (isSecret && !belongsToWork) return "secret";
  if (isSecret || BELONGS_TO_WORK.test(name) || SENSITIVE_NAME.test(name) || path === state.userHome)
    return "sensitive";
  return foldersOf(path, state).some((folder) => SENSITIVE_FOLDER.test(folder)) ? "sensitive" : undefined;
}

/** Returns the names below the project or the home: where these lie says nothing about a file. */
function foldersOf(path: string, { project, userHome }: State): readonly string[] {
  const root =
    [project, userHome].find((folder) => folder !== undefined && folder !== "/" && isBelow(path, folder)) ?? "";
  return path.slice(root.length).split("/");
}

function parsed(glob: string): Glob {
  const start = glob.startsWith("~/") ? "home" : glob.startsWith("/") ? "root" : "anywhere";
  const names = glob.split("/").filter((name) => !["", "~", "**"].includes(name));
  return { start, names, literal: names.find((name) => !name.includes("*")) };
}

/** Whether a path is what a glob names, or is in it. */
function matches({ start, names: glob }: Glob, names: readonly string[], { userHome = "" }: State): boolean {
  const isAt = (offset: number) =>
    offset + glob.length <= names.length &&
    glob.every((part, index) => nameCanMatch(names[offset + index] ?? "", part));
  if (start === "root") return isAt(0);
  if (start === "anywhere") return names.some((_, offset) => isAt(offset));
  const home = userHome.split("/").filter((name) => name !== "");
  const isOwn = home.every((part, index) => part === names[index]);
  return (
    (isOwn && isAt(home.length)) ||
    (/^(?:home|Users)$/.test(names[0] ?? "") && isAt(2)) ||
    (names[0] === "root" && isAt(1))
  );
}

/** Both may have wildcards. A name that consists only of wildcards means no file in particular. */
function nameCanMatch(name: string, part: string): boolean {
  if (name === part) return true;
  const isPattern = /[\uE000-\uE003]/.test(name);
  if (isPattern && /^[\uE000-\uE003._-]+$/.test(name)) return false;
  // `*.json` selects any file with this ending, and a secret only if all files with it are secrets.
  if (/^[\uE000-\uE003]+\.\w+$/.test(name) && !part.startsWith("*.")) return false;
  if (part.includes("*") && !isPattern) return nameMatches(part.toLowerCase(), name.toLowerCase());
  if (part.includes("*")) return canMatch(name, part.replaceAll("*", "x"));
  return isPattern && canMatch(name, part);
}

function lazily<Value>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= make();
    return value;
  };
}
