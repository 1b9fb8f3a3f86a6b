import { parseOptions } from "../options.js";
import { judgeDeletion, judgeUnseenDeletion } from "../rules/deletions.js";
import { judgeWrite } from "../rules/writes.js";
import type { Program, Run } from "../run/shell.js";
import { type Content, EMPTY } from "../values/content.js";
import { absolute } from "../values/paths.js";
import { HOLE } from "../values/text.js";

const RM = {
  flags: [
    "recursive",
    "force",
    "interactive",
    "dir",
    "verbose",
    "help",
    "version",
    "one-file-system",
    "preserve-root",
    "no-preserve-root",
  ],
};

export const remove: Readonly<Record<string, Program>> = {
  rm: removeFiles,
  unlink: removeFiles,
  shred: (run) => {
    const { operands, has } = parseOptions(run.args, { short: "ns", values: ["iterations", "size", "random-source"] });
    if (has("help", "version")) return EMPTY;
    for (const { text } of operands) overwrite(text, run);
    const reason = "It destroys a file for good. Delete it with rm, in the project, or ask the user.";
    if (operands.length > 0) run.shell.report(run, { class: "loses-work", rule: "shred", reason });
    return EMPTY;
  },
  truncate: (run) => {
    const { operands } = parseOptions(run.args, { short: "sr", values: ["size", "reference"] });
    for (const { text } of operands) run.shell.write(text, EMPTY, run);
    return EMPTY;
  },
  rimraf: (run) => {
    for (const { text } of parseOptions(run.args).operands) judgeDeletion(text, run, "rm-recursive");
    return EMPTY;
  },
};

function overwrite(text: string, run: Run): void {
  const path = absolute(text, run.state);
  if (path !== undefined) judgeWrite(path, run);
}

function removeFiles(run: Run): Content {
  const { has, operands } = parseOptions(run.args, RM);
  if (has("help", "version")) return EMPTY;
  const recursive = has("r", "R", "recursive");
  for (const { text } of operands) {
    if (text === HOLE && recursive && run.state.fromList) judgeUnseenDeletion(run, "rm-recursive");
    else if (recursive) judgeDeletion(text, run, "rm-recursive");
    else deleteFile(text, run);
  }
  return EMPTY;
}

/** Without `-r`, `rm` deletes no folders. Only the system's files, devices and keys are judged. */
function deleteFile(text: string, run: Run): void {
  const path = absolute(text, run.state);
  if (path === undefined) return;
  // A pattern for all names is as thorough as `-r` where files lie side by side.
  if (/(?:^|\/)[\uE001-\uE003.]*\uE001[\uE001-\uE003.]*$/.test(text)) judgeDeletion(text, run, "rm-all");
  overwrite(text, run);
  run.shell.changes(text, run, "link");
  if (/\/\.(?:ssh|gnupg)\/[^/]*[\uE001-\uE003]/.test(path)) judgeDeletion(path, run, "rm-keys");
  run.state.files.delete(path);
}
