import { parseOptions } from "../../options.js";
import { type GitCommand, report } from "./run.js";

const NOW = /^(?:now|all|0|0\.seconds\.ago)$/;
const EXPIRES = "It deletes commits that only the reflog still knows. Leave it to git, which keeps them for weeks.";

/** Commands that delete or change commits. */
export const history: Readonly<Record<string, GitCommand>> = {
  stash: (run) => {
    const verb = run.args.find(({ text }) => !text.startsWith("-"))?.text;
    if (verb === "drop" || verb === "clear") {
      const kind = verb === "drop" ? "may-lose-work" : "loses-work";
      report(run, "git-stash", "It deletes stashed changes. Apply them first: git stash pop.", kind);
    }
  },
  reflog: (run) => {
    const [verb, ...args] = run.args;
    if (verb?.text === "delete" && !args.some(({ text }) => text === "-n" || text === "--dry-run"))
      report(run, "git-reflog", EXPIRES, "may-lose-work");
    if (verb?.text !== "expire") return;
    const { value, has } = parseOptions(args, {
      flags: ["expire", "expire-unreachable", "all", "rewrite", "updateref", "stale-fix", "dry-run", "verbose"],
    });
    const expires = ["expire", "expire-", "expire-unreachable"].map((name) => value(name)?.text ?? "");
    if (!has("n", "dry-run") && expires.some((text) => NOW.test(text))) report(run, "git-reflog", EXPIRES);
  },
  gc: (run) => {
    const { options, value } = parseOptions(run.args, {
      flags: ["prune", "no-prune", "aggressive", "auto", "quiet", "force", "keep-largest-pack", "cruft", "detach"],
    });
    if (options.at(-1)?.name === "no-prune" || options.some(({ name }) => name === "no-prune")) return;
    const when = value("prune")?.text ?? run.config.get("gc.pruneexpire") ?? "";
    if (NOW.test(when)) report(run, "git-gc", EXPIRES);
  },
  prune: (run) => {
    const { value, has } = parseOptions(run.args, { values: ["expire"], flags: ["dry-run", "verbose", "progress"] });
    if (!has("n", "dry-run") && NOW.test(value("expire")?.text ?? "")) report(run, "git-gc", EXPIRES);
  },
  "filter-branch": (run) => rewrite(run),
  "filter-repo": (run) => {
    const { has } = parseOptions(run.args, {
      values: ["path", "replace-text", "paths-from-file", "mailmap", "replace-message"],
    });
    if (has("force", "f") && !has("dry-run")) rewrite(run);
  },
};

function rewrite(run: Parameters<GitCommand>[0]): void {
  const reason = "It rewrites every commit. Do it in a fresh clone, and ask the user first.";
  report(run, "git-filter", reason, "rewrites-history");
}
