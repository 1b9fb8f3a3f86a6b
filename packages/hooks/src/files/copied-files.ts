import { basename, isAbsolute, sep } from "node:path";
import { isPattern } from "../paths/overlap.js";
import type { CommandFiles } from "../shell/judge.js";
import { filesBelow, kindOnDisk, selectedBy } from "./on-disk.js";

type CopiedFile = CommandFiles["files"][number] & { readonly below?: readonly string[] };

/**
 * Returns the files that a copy of a folder, or of what a pattern selects, writes. If their names are not known, they are
 * any files of the target.
 */
export function copiedFiles({ from, to, isDeep, isMerged, isChanged }: CommandFiles["copies"][number]): CopiedFile[] {
  const at = (path: string): CopiedFile => ({ path, access: "write", moves: "unless-folder" });
  const below = (name: string, files: readonly string[]): CopiedFile[] => {
    if (!isDeep) return [];
    // Without a folder there, the copy gets the name of the target.
    const targets = isMerged || kindOnDisk(to) !== "folder" ? [to, `${to}${sep}${name}`] : [`${to}${sep}${name}`];
    return targets.map((path) => ({ path, access: "write", below: files }));
  };
  const sources = from === undefined || !isAbsolute(from) ? [] : (selectedBy(from) ?? []);
  const known = sources.flatMap((source) => {
    const name = basename(source);
    if (isMerged && kindOnDisk(source) === "folder") return below(name, filesBelow(source) ?? ANY);
    return [
      at(`${to}${sep}${name}`),
      ...(kindOnDisk(source) === "folder" ? below(name, filesBelow(source) ?? ANY) : []),
    ];
  });
  if (!isChanged && sources.length > 0) return known;
  const name = basename(from ?? "*");
  return [...known, ...(isPattern(name) ? [at(`${to}${sep}${name}`)] : []), ...below(name, ANY)];
}

/** Files with unknown names. */
const ANY = ["**"];
