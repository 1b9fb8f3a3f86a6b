import { win32 } from "node:path";

/** What Windows takes for a device in every folder, with any ending. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$) *(?:\.|$)/i;

/**
 * Returns the other ways in which an agent on Windows could read a path: Git Bash, Cygwin and WSL write drives as
 * folders, such as `/c/x`. Throws if the path leads to an uncertain place: relative to the current folder of a drive, to
 * a stream of a file, to a device, or through a name of dots and spaces, which programs shorten in various ways. Also
 * throws for a path on another machine than the folder's: to look at it would send the user's name and the hash of the
 * password there.
 */
export function windowsPaths(path: string, folder: string): readonly string[] {
  if (/^[\\/]{2}(?:[?.][\\/]unc[\\/]|[^\\/?.])/i.test(path) && rootOf(path) !== rootOf(folder)) {
    throw new Error("expected a path on this machine");
  }
  const [, drive, rest] = /^\/(?:cygdrive\/|mnt\/)?([a-z])(\/.*)?$/is.exec(path) ?? [];
  const names = path.replace(/^[a-z]:(?=[\\/])|^[\\/]{2}[?.][\\/](?:[a-z]:)?/i, "").split(/[\\/]/);
  const isUncertain = (name: string) => {
    return name.includes(":") || DEVICE.test(name) || (/^[. ]+$/.test(name) && name !== "." && name !== "..");
  };
  if (names.some(isUncertain)) throw new Error("expected a path of files");
  return drive === undefined ? [] : [`${drive}:${rest ?? "/"}`];
}

function rootOf(path: string): string {
  return win32.parse(win32.normalize(path)).root.toLowerCase();
}
