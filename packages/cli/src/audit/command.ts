import { Command } from "commander";
import type { Invocation } from "../invocation.js";
import type { AuditFlags } from "./run.js";

export function auditCommand(invocation: Invocation): Command {
  return new Command("audit")
    .description("show what a policy would have denied in the sessions that agents kept on this machine")
    .usage("[hooks...] [paths...] [options]")
    .argument("[words...]", "ready-made hooks with their defaults, and session files or folders to read instead")
    .option("--policy <file>", "the policy file (default: the nearest .agent-hook/policy.yaml, else your own)")
    .option("--host <host...>", "only the sessions of these agents (default: all that keep any)")
    .option("--since <time>", "the oldest call: 7d, 12h, a date, or all (default: 7d, and all for named paths)")
    .option("--also <hook...>", "also run hooks that act outside of the audit; hook-files are the policy's own")
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
