import type { Shell } from "../run/shell.js";

/** Variables that name code which other programs load and run. */
const LOADS =
  /^(?:LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES|BASH_ENV|PROMPT_COMMAND|PERL5OPT|RUBYOPT|PYTHONSTARTUP|GCONV_PATH)$/;

/** Judges the value that a variable gets. */
export function judgeVariable(name: string, value: string, shell: Shell): void {
  if (value === "" || !LOADS.test(name)) return;
  const reason = `With ${name}, the programs that follow run other code, too. Ask the user whether that is meant.`;
  shell.report({ name: `${name}=`, args: [] }, { class: "reaches-outside", rule: "loads-code", reason });
}
