import type { ShellClass } from "../../classes.js";
import { parseOptions } from "../../options.js";
import { noteMoves } from "../../rules/moves.js";
import type { Arg } from "../../values/content.js";
import { runForeach } from "./code.js";
import { type GitCommand, type GitRun, isOn, isTree, report, splitAtSeparator } from "./run.js";

const STASH = "Commit or stash the changes first: git stash.";

/** Commands that change the files of a checkout. */
export const worktree: Readonly<Record<string, GitCommand>> = {
  reset: (run) => {
    const { options } = parseOptions(splitAtSeparator(run.args).before, {
      values: ["pathspec-from-file", "unified", "inter-hunk-context"],
      flags: [
        "hard",
        "soft",
        "mixed",
        "merge",
        "keep",
        "quiet",
        "no-refresh",
        "recurse-submodules",
        "patch",
        "intent-to-add",
      ],
    });
    const mode = options.findLast(({ name }) => ["hard", "merge", "soft", "mixed", "keep"].includes(name))?.name;
    if (mode === "hard" || mode === "merge")
      report(run, "git-reset", `It discards changes that are not committed. ${STASH}`);
  },
  checkout,
  mv: (run) => {
    const { operands } = parseOptions(run.args);
    noteMoves(operands.slice(0, -1), operands.at(-1), run);
  },
  switch: (run) => {
    const { options } = parseOptions(splitAtSeparator(run.args).before, {
      short: "cC",
      values: ["create", "force-create", "conflict", "orphan"],
      flags: [
        "discard-changes",
        "force",
        "detach",
        "guess",
        "track",
        "merge",
        "quiet",
        "progress",
        "recurse-submodules",
      ],
    });
    if (isOn(options, ["f", "force", "discard-changes"]))
      report(run, "git-switch", `It discards changes that are not committed. ${STASH}`);
  },
  restore: (run) => {
    const { options, has, operands } = parseOptions(run.args, {
      short: "sU",
      values: ["source", "conflict", "pathspec-from-file", "unified", "inter-hunk-context"],
      flags: [
        "staged",
        "worktree",
        "patch",
        "quiet",
        "progress",
        "ours",
        "theirs",
        "merge",
        "ignore-unmerged",
        "overlay",
      ],
    });
    const onlyIndex = isOn(options, ["S", "staged"]) && !isOn(options, ["W", "worktree"]);
    if (!onlyIndex) for (const { text } of operands) run.shell.changes(text, run);
    if (!onlyIndex && !isOn(options, ["p", "patch"]) && !has("help")) {
      const reason = `It discards changes of files that are not committed. ${STASH}`;
      report(run, "git-restore", reason, lossOf(operands));
    }
  },
  clean: (run) => {
    const { before, after = [] } = splitAtSeparator(run.args);
    const { options, operands } = parseOptions(before, {
      short: "e",
      values: ["exclude"],
      flags: ["force", "dry-run", "quiet", "interactive"],
    });
    const required = run.config.get("clean.requireforce");
    const isFree = required !== undefined && /^(?:false|no|off|0)$/i.test(required);
    const isDry = isOn(options, ["n", "dry-run"]) || isOn(options, ["i", "interactive"]);
    if (!isDry && (isFree || isOn(options, ["f", "force"]))) {
      const reason = "It deletes files that git does not track. Look at the list first: git clean -n.";
      report(run, "git-clean", reason, lossOf([...operands, ...after]));
    }
  },
  rm: (run) => {
    const { has, operands } = parseOptions(run.args, { flags: ["cached", "force", "dry-run", "quiet"] });
    if (has("cached", "n", "dry-run")) return;
    for (const { text } of operands) run.shell.moves(text, "always", run);
    const isAll = operands.some(({ text }) => /^(?:\.\/?|:\/|\uE001)$/.test(text));
    if (has("f", "force") && has("r") && isAll) {
      report(run, "git-rm", `It deletes all files of the project with their changes. ${STASH}`);
    }
  },
  "checkout-index": (run) => {
    const { has, operands } = parseOptions(run.args, { values: ["prefix", "stage"] });
    // With a prefix, the files get somewhere else.
    if (has("f", "force") && !has("prefix"))
      report(run, "git-checkout", `It overwrites files with those of the index. ${STASH}`, lossOf(operands));
  },
  "read-tree": (run) => {
    const { has } = parseOptions(run.args);
    if (has("reset") && has("u")) {
      report(run, "git-reset", `It discards changes that are not committed. ${STASH}`);
    }
  },
  worktree: (run) => {
    const [verb, ...args] = run.args;
    const [folder] = parseOptions(args, { short: "bB", values: ["reason"] }).operands;
    if (verb?.text === "add" && folder !== undefined) run.shell.fills(folder.text, run);
    if (verb?.text === "remove" && parseOptions(args, { flags: ["force"] }).has("f", "force")) {
      report(
        run,
        "git-worktree",
        "It deletes a checkout with changes that are not committed. Remove it without --force.",
      );
    }
  },
  submodule: (run) => {
    runForeach(run);
    const verb = run.args.find(({ text }) => !text.startsWith("-"))?.text;
    const { has } = parseOptions(run.args, { flags: ["force", "all", "init", "recursive"] });
    if (has("f", "force") && (verb === "deinit" || verb === "update")) {
      report(run, "git-submodule", "It discards changes in submodules. Do it without --force.");
    }
  },
};

const CHECKOUT = {
  short: "bBU",
  values: ["conflict", "orphan", "pathspec-from-file", "unified", "inter-hunk-context"],
  flags: [
    "force",
    "track",
    "no-track",
    "guess",
    "merge",
    "patch",
    "ours",
    "theirs",
    "detach",
    "quiet",
    "progress",
    "recurse-submodules",
    "overlay",
    "ignore-skip-worktree-bits",
    "overwrite-ignore",
    "ignore-other-worktrees",
  ],
};

/** `git checkout` switches branches, and with paths it overwrites files. */
function checkout(run: GitRun): void {
  const { before, after } = splitAtSeparator(run.args);
  const { options, operands, has } = parseOptions(before, CHECKOUT);
  if (isOn(options, ["p", "patch"])) return;
  if (isOn(options, ["f", "force"])) {
    report(run, "git-checkout", `It discards changes that are not committed. ${STASH}`, lossOf(after ?? []));
    return;
  }
  if (has("b", "B", "orphan", "t", "track", "detach")) return;
  const paths = after ?? operands.slice(1);
  const namesFolder = operands.length === 1 && /^(?:\.{1,2}(?:\/|$)|\/|:\/|\uE001)/.test(operands[0]?.text ?? "");
  const isTwoTrees = after !== undefined && operands.length > 1;
  for (const { text } of namesFolder ? operands : isTwoTrees ? [] : paths) run.shell.changes(text, run);
  if ((paths.length > 0 && !isTwoTrees) || namesFolder || has("pathspec-from-file")) {
    const kind = has("pathspec-from-file") ? "loses-work" : lossOf(namesFolder ? operands : paths);
    report(run, "git-checkout", `It overwrites files, whose changes are lost. ${STASH}`, kind);
  }
}

/** Files that are named can often be made again. A whole folder is too much to know what is lost. */
function lossOf(paths: readonly Arg[]): ShellClass {
  return paths.length === 0 || paths.some(isTree) ? "loses-work" : "may-lose-work";
}
