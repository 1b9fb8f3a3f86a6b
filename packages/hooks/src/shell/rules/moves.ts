import { basename } from "node:path/posix";
import type { Run } from "../run/shell.js";
import type { Arg } from "../values/content.js";

/** Notes the files and folders that `mv SOURCES TARGET` takes away and puts somewhere else. */
export function noteMoves(sources: readonly Arg[], target: Arg | undefined, run: Run): void {
  for (const source of sources) {
    run.shell.moves(source.text, "always", run);
    if (target) noteTarget(source, target, run);
  }
}

/** Notes where a copy, a link or a moved file goes: it is not known whether the target is a folder. */
export function noteTarget(source: Arg, target: Arg, run: Run): void {
  const folder = target.text.replace(/(.)\/+$/, "$1");
  run.shell.moves(folder, "unless-folder", run);
  const name = basename(source.text);
  if (name !== "." && name !== "..") run.shell.moves(`${folder}/${name}`, "unless-folder", run);
}
