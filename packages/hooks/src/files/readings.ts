import { isAbsolute, parse } from "node:path";
import { fileURLToPath } from "node:url";
import { IS_WINDOWS, windowsReadings } from "../paths/windows-names.js";

/** The longest path that Linux accepts, in bytes. */
export const MAX_PATH_BYTES = 4096;

const WITHOUT_DRIVE = IS_WINDOWS ? /^[\\/](?![\\/])/ : /^(?!)/;
const AT_HOME = IS_WINDOWS ? /^(?:~|\$HOME|\$\{HOME\})([\\/].*)?$/s : /^(?:~|\$HOME|\$\{HOME\})(\/.*)?$/s;
/** What depends on another user or on a variable other than `HOME`. */
const UNCLEAR = IS_WINDOWS
  ? /^(?:~[^\\/]|[$%](?!HOME(?:[\\/]|$)|\{HOME\}(?:[\\/]|$)))/
  : /^(?:~[^/]|[$%](?!HOME(?:\/|$)|\{HOME\}(?:\/|$)))/;

/** The paths that an agent could mean by a text. */
export interface Readings {
  /** Absolute paths, with `..` and links as they are. */
  readonly paths: readonly string[];
  /** Relative paths whose start is not known. */
  readonly relative: readonly string[];
  /** Whether the text could also mean a path that is not known here: `$WORK/x`, `~root/x`. */
  readonly isUnclear: boolean;
}

/** Returns all paths that an agent could mean by a text. `cwd` is where relative paths start, if that is known. */
export function readingsOf(written: string, cwd: string | undefined, home: string): Readings {
  const trimmed = written.trim();
  if (trimmed === "") return { paths: [], relative: [], isUnclear: false };
  if (written.includes("\0") || Buffer.byteLength(written) > MAX_PATH_BYTES) {
    return { paths: [], relative: [], isUnclear: true };
  }
  const texts = new Set([written, trimmed]);
  // Some agents put an @ before the files that a prompt names, and read such a path without it.
  if (trimmed.startsWith("@")) texts.add(trimmed.slice(1));
  const address = /^file:/i.test(trimmed) ? pathOfAddress(trimmed) : undefined;
  if (address !== undefined) texts.add(address);

  const isUnclear = (IS_WINDOWS && windowsReadings(trimmed).isUnclear) || UNCLEAR.test(trimmed);
  const all = [...texts]
    .filter((text) => text !== "")
    .flatMap((text) => [text, ...atHome(text, home)])
    .flatMap(onThisSystem);
  const isRelative = (text: string) => !isAbsolute(text);
  const relative = cwd === undefined ? all.filter(isRelative) : [];
  const paths = all.flatMap((text) => {
    // On Windows, a path without a drive is on that of the current folder.
    if (!isRelative(text)) return [cwd !== undefined && WITHOUT_DRIVE.test(text) ? parse(cwd).root + text : text];
    // Not `join`: after a link, `..` is the folder around the link's target.
    return cwd === undefined ? [] : [`${cwd}/${text}`];
  });
  return { paths: [...new Set(paths)], relative, isUnclear };
}

function onThisSystem(text: string): readonly string[] {
  return IS_WINDOWS ? windowsReadings(text).texts : [text];
}

/** Returns the path with the home filled in, if a shell or an agent would do so. */
function atHome(text: string, home: string): string[] {
  const [, rest] = AT_HOME.exec(text) ?? [undefined, undefined];
  if (rest !== undefined) return [`${home}${rest}`];
  return /^(?:~|\$HOME|\$\{HOME\})$/.test(text) ? [home] : [];
}

function pathOfAddress(address: string): string | undefined {
  try {
    return fileURLToPath(address);
  } catch {
    return undefined;
  }
}
