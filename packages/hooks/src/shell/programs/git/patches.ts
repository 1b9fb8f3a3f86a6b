import { parseOptions } from "../../options.js";
import { HEADERS, notePatch } from "../../rules/patched-files.js";
import type { Arg } from "../../values/content.js";
import { absolute } from "../../values/paths.js";
import { withoutPatterns } from "../../values/text.js";
import type { GitCommand, GitRun } from "./run.js";

/** Commands that write the files that a patch names, or name files in the index, which others write. */
export const patches: Readonly<Record<string, GitCommand>> = {
  apply: (run) => {
    const { has, operands, value } = parseOptions(run.args, {
      short: "pC",
      values: ["directory", "exclude", "include", "whitespace", "build-fake-ancestor"],
      flags: [
        "apply",
        "stat",
        "numstat",
        "summary",
        "check",
        "index",
        "cached",
        "reverse",
        "reject",
        "verbose",
        "recount",
      ],
    });
    if (has("stat", "numstat", "summary", "check") && !has("apply")) return;
    applyAll(operands, value("p"), value("directory"), run);
  },
  am: (run) => {
    const { has, operands, value } = parseOptions(run.args, {
      short: "pC",
      values: ["directory", "exclude", "include", "whitespace", "patch-format"],
      flags: [
        "continue",
        "resolved",
        "skip",
        "abort",
        "quit",
        "retry",
        "show-current-patch",
        "signoff",
        "3way",
        "keep",
      ],
    });
    if (has("continue", "resolved", "r", "skip", "abort", "quit", "retry", "show-current-patch")) return;
    applyAll(operands, value("p"), value("directory"), run);
  },
  "update-index": (run) => {
    run.args.forEach(({ text }, at) => {
      if (!/^--cacheinfo(?:=|$)/.test(text)) return;
      const entry = text.includes("=") ? text.slice(text.indexOf("=") + 1) : (run.args[at + 1]?.text ?? "");
      // `MODE,OBJECT,PATH`, or three words.
      const path = entry.includes(",") ? entry.split(",").slice(2).join(",") : run.args[at + 3]?.text;
      if (path !== undefined) run.shell.changes(path, run);
    });
    if (!run.args.some(({ text }) => text === "--index-info")) return;
    if (run.stdin.text === undefined) run.shell.writesListed(undefined, () => undefined);
    for (const line of run.stdin.text?.split(/[\n\0]/) ?? []) {
      const [, path] = /\t(.*)$/.exec(line) ?? [];
      if (path !== undefined) run.shell.changes(path, run);
    }
  },
};

function applyAll(files: readonly Arg[], strip: Arg | undefined, folder: Arg | undefined, run: GitRun): void {
  const state = run.state.subshell();
  if (folder !== undefined) state.cwd = absolute(withoutPatterns(folder.text), run.state);
  const folders = Number.parseInt(strip?.text ?? "1", 10);
  const contents = files.map(({ text }) => (text === "-" ? run.stdin : run.shell.read(text, run)));
  for (const content of contents.length > 0 ? contents : [run.stdin]) {
    const strips = [Number.isNaN(folders) ? 1 : folders];
    notePatch(content, { headers: HEADERS.git, strips }, { ...run, state });
  }
}
