import { parseOptions } from "../../options.js";
import { type GitCommand, isOn, report, splitAtSeparator } from "./run.js";

/** Commands that delete branches or change those of others. */
export const branches: Readonly<Record<string, GitCommand>> = {
  branch: (run) => {
    const { options } = parseOptions(splitAtSeparator(run.args).before, {
      short: "u",
      values: ["set-upstream-to", "contains", "no-contains", "merged", "no-merged", "points-at", "sort", "format"],
      flags: ["delete", "force", "list", "all", "remotes", "move", "copy", "show-current", "verbose", "track", "quiet"],
    });
    const deletes = options.some(({ name }) => name === "d" || name === "delete");
    if (options.some(({ name }) => name === "D") || (deletes && isOn(options, ["f", "force"]))) {
      report(
        run,
        "git-branch",
        "It deletes a branch whose commits may be nowhere else. Use git branch -d, which checks that.",
        "may-lose-work",
      );
    }
  },
  push: (run) => {
    const { before, after } = splitAtSeparator(run.args);
    const { options, operands } = parseOptions(before, {
      short: "o",
      values: ["push-option", "repo", "receive-pack", "exec"],
      flags: [
        "force",
        "force-with-lease",
        "force-if-includes",
        "all",
        "branches",
        "mirror",
        "delete",
        "tags",
        "dry-run",
        "follow-tags",
        "set-upstream",
        "prune",
        "quiet",
        "verbose",
        "no-verify",
        "atomic",
        "porcelain",
        "progress",
      ],
    });
    if (isOn(options, ["n", "dry-run"])) return;
    const refs = [...operands, ...(after ?? [])].slice(1).map(({ text }) => text);
    const leases = options
      .filter(({ name }) => name === "force-with-lease")
      .map(({ value }) => value?.text.split(":")[0]);
    const isLeased = (ref: string) => leases.includes(undefined) || leases.includes(nameOf(ref));
    const forced = refs.filter((ref) => ref.startsWith("+"));
    // With `--force`, git ignores a lease.
    const isForced = isOn(options, ["f", "force"]);
    if (isForced || isOn(options, ["mirror"]) || forced.some((ref) => !isLeased(ref))) {
      const reason =
        "It overwrites commits that others may have pushed. Use git push --force-with-lease, or push a new branch.";
      report(run, "git-push", reason, "rewrites-history");
    }
    // `:topic` pushes nothing to the branch.
    const deletes = isOn(options, ["d", "delete", "prune"]) || refs.some((ref) => /^\+?:./.test(ref));
    if (deletes) {
      const reason = "It deletes a branch or a tag that others may use. Ask the user first.";
      report(run, "git-push-delete", reason, "may-lose-work");
    }
  },
  tag: (run) => {
    if (parseOptions(run.args, { short: "mFu", flags: ["delete"] }).has("d", "delete"))
      report(run, "git-tag", "It deletes a tag. Ask the user first.", "may-lose-work");
  },
  "update-ref": (run) => {
    if (parseOptions(run.args, { short: "m" }).has("d"))
      report(run, "git-branch", "It deletes a reference. Use git branch -d.");
  },
};

/** `+main:other` updates `other`. */
function nameOf(ref: string): string {
  return (ref.replace(/^\+/, "").split(":").at(-1) ?? "").replace(/^refs\/heads\//, "");
}
