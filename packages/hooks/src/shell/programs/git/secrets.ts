import { isSecretFile } from "../../rules/secret-files.js";
import { absolute } from "../../values/paths.js";
import type { GitRun } from "./run.js";

/** Commands that print what files hold, now or in a commit. */
const SHOWS = /^(?:show|diff|blame|annotate|grep|cat-file|archive|whatchanged|format-patch|difftool)$/;
/** These options of `log` print changes. */
const PATCH = /^(?:-[a-z]*[pu]|--patch.*|-L.*|-G.*|-S.*)$/;

/** Reads the secret files whose content git shows: `HEAD:.env`, or a path. */
export function readSecrets(name: string, run: GitRun): void {
  const isLog = /^(?:log|stash|reflog)$/.test(name) && run.args.some(({ text }) => PATCH.test(text));
  if (!isLog && !SHOWS.test(name)) return;
  // Only names, or only numbers.
  if (
    run.args.some(({ text }) => /^--(?:name-only|name-status|stat|shortstat|numstat|summary|quiet|count)$/.test(text))
  )
    return;
  // The first operand of `grep` is what it looks for, unless an option gives it.
  const hasPattern = name === "grep" && !run.args.some(({ text }) => /^(?:-e|-f)/.test(text));
  const pattern = hasPattern ? run.args.findIndex(({ text }) => !text.startsWith("-")) : -1;
  run.args.forEach(({ text }, at) => {
    if (text.startsWith("-") || at === pattern) return;
    const path = text.replace(/^[^:]*:(?=.)(?!\/\/)/, "");
    if (isSecretFile(absolute(path, run.state) ?? path, run.state) === "secret") run.shell.read(path, run);
  });
}
