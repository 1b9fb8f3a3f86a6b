import { basename } from "node:path/posix";
import { parseOptions } from "../../options.js";
import { runText } from "../../run/run-text.js";
import { EMPTY } from "../../values/content.js";
import type { GitCommand, GitRun } from "./run.js";

const CLONE = {
  short: "bcjou",
  values: [
    ...["branch", "config", "depth", "filter", "jobs", "origin", "reference", "reference-if-able", "separate-git-dir"],
    ...["server-option", "shallow-exclude", "shallow-since", "template", "upload-pack", "bundle-uri", "revision"],
  ],
};

/** Commands that run a command line from their arguments. */
export const code: Readonly<Record<string, GitCommand>> = {
  rebase: (run) => {
    const { valuesOf } = parseOptions(run.args, { short: "xsXCS", values: ["exec", "onto", "strategy"] });
    for (const { text } of valuesOf("x", "exec")) source(text, run);
  },
  bisect: (run) => {
    if (run.args[0]?.text === "run") run.shell.command(run.args.slice(1), run.state.subshell(), EMPTY);
  },
  clone: (run) => {
    remoteProgram(run);
    const [address, folder] = parseOptions(run.args, CLONE).operands;
    if (address === undefined) return;
    run.shell.fills(folder?.text ?? basename(address.text.replace(/[:\\]/g, "/")).replace(/\.git$/, ""), run);
  },
  fetch: remoteProgram,
  pull: remoteProgram,
  "ls-remote": remoteProgram,
};

/** `git submodule foreach CODE` */
export function runForeach(run: GitRun): void {
  const at = run.args.findIndex(({ text }) => text === "foreach");
  const words = parseOptions(run.args.slice(at + 1), { stopAtOperand: true }).operands;
  if (at >= 0) source(words.map(({ text }) => text).join(" "), run);
}

function remoteProgram(run: GitRun): void {
  const { valuesOf } = parseOptions(run.args, { short: "u", values: ["upload-pack", "receive-pack"] });
  for (const { text } of valuesOf("upload-pack", "receive-pack")) source(text, run);
}

function source(text: string, run: GitRun): void {
  if (text !== "") runText(text, run);
}
