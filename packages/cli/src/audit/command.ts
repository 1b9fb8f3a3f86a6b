import { Command } from "commander";
import type { Invocation } from "../invocation.js";
import type { AuditFlags } from "./run.js";

export function auditCommand(invocation: Invocation): Command {
  return new Command("audit")
    .description("show what a policy would have denied in the sessions that agents kept on this machine")
    .usage("[hooks...] [paths...] [options]")
    .argument(
      "[hooks|paths...]",
      "ready-made hooks to judge with, instead of the policy; session files or folders to read, instead of the agents' own",
    )
    .option("--policy <file>", "the policy file (default: the nearest .agent-hook/policy.yaml, else your own)")
    .option("--host <host...>", "only the sessions of these agents (default: every agent that keeps sessions)")
    .option("--since <time>", "the oldest call: 7d, 12h, a date, or all (default: 7d, and all for named paths)")
    .option(
      "--also <hook...>",
      "also run these hooks, which have effects outside of the audit; the word hook-files stands for the hooks in files that the policy names",
    )
    .option("--json", "print every call and the counts as JSON")
    .addHelpText("after", HELP)
    .action(async (words: string[], flags: AuditFlags) => {
      const { audit } = await import("./run.js");
      await audit(invocation, words, flags);
    });
}

const HELP = `
Nothing is changed, and no tool runs. Without a policy, guard-shell, protect-files and redact-secrets
run with their defaults. A hook that only observes is judged as if it enforced. Files and links are
looked up as they are now.`;
