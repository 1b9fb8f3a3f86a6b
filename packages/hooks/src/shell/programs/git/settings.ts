import { parseOptions } from "../../options.js";
import { reportCredential } from "../../rules/stored-data.js";
import { runText } from "../../run/run-text.js";
import type { Run } from "../../run/shell.js";
import type { GitCommand } from "./run.js";

/** Settings that name code which git runs in its usual work, without a person who sees the command. */
const RUNS_CODE =
  /^(?:core\.(?:hookspath|sshcommand|gitproxy|askpass|alternaterefscommand)|include\.path|includeif\..*\.path|init\.templatedir|uploadpack\.packobjectshook|gpg\.(?:\w+\.)?program|filter\..*\.(?:clean|smudge|process)|diff\..*\.(?:command|textconv)|merge\..*\.driver)$/;
/** Settings that usually have other values: an alias, `cache`, `true`. */
const MAY_RUN_CODE = /^(?:alias\.|credential\.(?:.*\.)?helper$|core\.fsmonitor$)/;
const READS = new Set(["get", "get-all", "get-regexp", "get-urlmatch", "get-color", "get-colorbool", "list"]);

/** `git config` that changes which code git runs writes a file with settings. */
export const settings: Readonly<Record<string, GitCommand>> = {
  credential: (run) => {
    if (run.args[0]?.text === "fill") reportCredential(run);
  },
  config: (run) => {
    // An alias that begins with `!` is a command line for a shell.
    for (const { text } of run.args) if (text.startsWith("!")) runText(text.slice(1), run);
    const { has, operands, value } = parseOptions(run.args, {
      short: "f",
      values: ["file", "blob", "type", "default", "value", "comment", "url"],
      flags: ["global", "system", "local", "worktree", "add", "replace-all", "unset", "unset-all", "get", "list"],
    });
    const words = operands.map(({ text }) => text);
    const verb = /^(?:set|unset|get|list)$/.test(words[0] ?? "") ? words.shift() : undefined;
    const [key = "", newValue] = words;
    const isRemoved = verb === "unset" || has("unset", "unset-all");
    if (READS.has(verb ?? "") || has(...READS) || (newValue === undefined && !isRemoved)) return;
    const file = value("f", "file")?.text;
    // Every other file may mean something else by these names.
    const isOther = file !== undefined && !/(?:^|\/)(?:\.git\/config|\.gitconfig)$/.test(file);
    if (!isOther && !isCode(key, newValue)) return;
    if (file !== undefined) run.shell.changes(file, run);
    else if (has("system")) run.shell.changes("/etc/gitconfig", run);
    else run.shell.changes(has("global") ? `${run.state.home}/.gitconfig` : ".git/config", run);
  },
};

/** Another folder of hooks for one command is a change of the settings, too: `git -c core.hooksPath=/dev/null commit`. */
export function noteOtherHooks(names: readonly string[], run: Run): void {
  const { variables } = run.state;
  const inVariables = [...variables].flatMap(([name, { values }]) =>
    /^GIT_CONFIG_KEY_\d+$/.test(name) ? values.map(({ text }) => text) : [],
  );
  if ([...names, ...inVariables].some((name) => name.toLowerCase() === "core.hookspath")) {
    run.shell.changes(".git/config", run);
  }
}

function isCode(key: string, value = ""): boolean {
  const name = key.toLowerCase();
  if (RUNS_CODE.test(name)) return true;
  return MAY_RUN_CODE.test(name) && /^\s*!|\//.test(value);
}
