import { foldedPath } from "./path-names.js";

export const IS_WINDOWS = process.platform === "win32";

const DRIVE = /^[a-z]:$/;
/** `\\?\`, `\\.\` and `\??\` before a path, also before a path on another machine. */
const PREFIX = /^(?:\/\/[?.]|\/\?\?)\/(?:unc\/)?/;
/** What Windows takes for a device in every folder, with any ending. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9]|conin\$|conout\$|clock\$)$/;

/**
 * Returns the names of a path of Windows, folded for comparison. All spellings of a file have the same names: with any
 * separator, with `\\?\`, with dots or spaces at the end of a name, or with a stream after it. Only short names such as
 * `SECRET~1` stay as they are, because just the disk knows what they stand for.
 *
 * @example windowsNames("\\\\?\\C:\\Work\\.env::$DATA") // ["c:", "work", ".env"]
 */
export function windowsNames(path: string): readonly string[] {
  const names = foldedPath(path).replaceAll("\\", "/").replace(PREFIX, "").split("/");
  return names
    .map((name, at) => (at === 0 && DRIVE.test(name) ? name : withoutStream(name)))
    .filter((name) => name !== "");
}

function withoutStream(name: string): string {
  const [base = ""] = name.split(":");
  return base === "." || base === ".." ? base : base.replace(/[. ]+$/, "");
}

/**
 * Whether a path is on another machine: `\\server\share\x`. Whoever looks at such a path sends the user's name and the
 * hash of the password to that machine, and may wait long.
 */
export function isOnNetwork(path: string): boolean {
  return /^[\\/]{2}(?:[?.][\\/]unc[\\/]|[^\\/?.])/i.test(path);
}

/** Whether a path names a device, such as `COM1` or `aux.txt`: Windows opens no file for it. */
export function isWindowsDevice(path: string): boolean {
  return DEVICE.test(endOf(path));
}

/** Whether a path names the device that stores nothing. */
export function isWindowsNull(path: string): boolean {
  return endOf(path) === "nul";
}

function endOf(path: string): string {
  const [base = ""] = windowsNames(path).at(-1)?.split(".") ?? [];
  return base.trimEnd();
}

/** What a text means on Windows. */
export interface WindowsReadings {
  /** The text, and what shells of Unix mean by it. */
  readonly texts: readonly string[];
  /** Whether it depends on the current folder of a drive, which is not known: `C:x`. */
  readonly isUnclear: boolean;
}

/** Returns what agents could mean by a text. Git Bash, Cygwin and WSL write drives as folders: `/c/x`, `/mnt/c/x`. */
export function windowsReadings(text: string): WindowsReadings {
  const [, drive, rest] = /^\/(?:cygdrive\/|mnt\/)?([a-z])(\/.*)?$/is.exec(text) ?? [];
  const [, afterDrive] = /^[a-z]:([^\\/].*)$/is.exec(text) ?? [];
  return {
    texts: [
      text,
      ...(drive === undefined ? [] : [`${drive}:${rest ?? "/"}`]),
      ...(afterDrive === undefined ? [] : [afterDrive]),
    ],
    isUnclear: afterDrive !== undefined,
  };
}

/**
 * Returns what follows a folder in the names of a path: the path itself, or the same folder through a share or a volume,
 * such as `\\localhost\c$\Users\ada`. `folder` has no drive.
 */
export function belowOnAnyDrive(
  folder: readonly string[],
  names: readonly string[],
  isSame: (one: string, other: string) => boolean,
): readonly (readonly string[])[] {
  const most = DRIVE.test(names[0] ?? "") ? 1 : 3;
  return Array.from({ length: most }, (_, at) => names.slice(at + 1)).flatMap((tail) => {
    const isIn = folder.length <= tail.length && folder.every((name, at) => isSame(name, tail[at] ?? ""));
    return isIn ? [tail.slice(folder.length)] : [];
  });
}
