import type { Run } from "../run/shell.js";
import type { Marks } from "../values/content.js";
import { absolute } from "../values/paths.js";
import { plain } from "../values/text.js";
import { isOutside } from "./places.js";

/** Judges an archive that leaves this machine: a reader of the command does not see what is in it. */
export function judgePacked({ packed }: Marks, run: Run): void {
  if (!packed) return;
  const reason = "It sends an archive of files to a server. Ask the user whether all of them may go there.";
  run.shell.report(run, { class: "reaches-outside", rule: "upload", reason });
}

/** Judges files that leave this machine: those outside the project have nothing to do with the work. */
export function judgeUpload(files: readonly string[], run: Run): void {
  for (const file of files) {
    const path = absolute(file, run.state);
    if (path === undefined || !isOutside(path, run.state)) continue;
    const reason = `It sends ${plain(path)}, which is outside the project, to a server. Ask the user to do it.`;
    run.shell.report(run, { class: "reaches-outside", rule: "upload", reason });
  }
}
