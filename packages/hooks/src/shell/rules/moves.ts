import { basename } from "node:path/posix";
import type { Run } from "../run/shell.js";
import type { Arg } from "../values/content.js";
import { hasPattern } from "../values/text.js";

/** Notes the files and folders that `mv SOURCES TARGET` takes away and puts somewhere else. */
export function noteMoves(sources: readonly Arg[], target: Arg | undefined, run: Run): void {
  for (const source of sources) {
    run.shell.moves(source.text, "always", run);
    if (target) noteTarget(source, target, run);
  }
}

/**
 * Notes where a copy, a link or a moved file goes: it is not known whether the target is a folder. `isDeep`: whether a
 * folder is copied with its files.
 */
export function noteTarget(source: Arg, target: Arg, run: Run, { isDeep = false, isMerged = false } = {}): void {
  const folder = target.text.replace(/(.)\/+$/, "$1");
  const name = basename(source.text);
  if (isDeep || hasPattern(source.text)) {
    const endsInFolder = /(?:^|\/)\.{0,2}$/.test(source.text);
    run.shell.copies({ from: source.text, to: folder, isDeep, isMerged: isMerged || endsInFolder }, run);
  }
  run.shell.moves(folder, "unless-folder", run);
  if (name !== "." && name !== ".." && !hasPattern(name)) run.shell.moves(`${folder}/${name}`, "unless-folder", run);
}
