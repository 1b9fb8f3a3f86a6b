import { parseOptions } from "../options.js";
import { targetOf } from "../rules/places.js";
import type { Program, Run } from "../run/shell.js";
import { type Content, EMPTY, UNKNOWN } from "../values/content.js";

/** Programs that change rights and owners. */
export const permissions: Readonly<Record<string, Program>> = {
  chmod: change,
  chown: change,
  chgrp: change,
  setfacl: change,
  chattr: change,
};

const OPTIONS = {
  values: ["reference", "from", "modify", "remove", "set"],
  flags: [
    "recursive",
    "changes",
    "quiet",
    "silent",
    "verbose",
    "dereference",
    "no-dereference",
    "preserve-root",
    "no-preserve-root",
    "help",
    "version",
  ],
};

/** Reports only recursive changes, and only of the system's folders and of homes. */
function change(run: Run): Content {
  const parsed = parseOptions(run.args, OPTIONS);
  if (parsed.has("help", "version")) return UNKNOWN;
  // GNU refuses an ambiguous option and changes nothing.
  if (run.args.some(({ text }) => /^--(?:r|re)$/.test(text))) return UNKNOWN;
  const targets = parsed.has("reference", "modify", "remove", "m", "x") ? parsed.operands : parsed.operands.slice(1);
  for (const { text } of targets) run.shell.changes(text, run);
  if (!parsed.has("R", "recursive")) return EMPTY;
  for (const { text } of targets) {
    const hit = targetOf(text, run.state);
    if (hit.is !== "system" && hit.is !== "home") continue;
    const reason = `It changes the rights of everything in ${hit.path}. Name the files that need other rights.`;
    run.shell.report(run, { class: "destroys-system", rule: "change-rights", reason });
  }
  return EMPTY;
}
