import { Command } from "commander";
import type { Invocation } from "../invocation.js";
import type { AuditFlags } from "./run.js";

export function auditCommand(invocation: Invocation): Command {
  return new Command("audit")
    .description("show what a policy would have denied in the sessions that agents kept on this machine")
    .usage("[hooks...] [paths...] [options]")
    .argument(
      "[hooks|paths...]",
      "ready-made hooks to use instead of the policy; session files or folders to read instead of the agents' own folders",
    )
    .option("--policy <file>", "the policy file (default: the nearest .agent-hook/policy.yaml, else your own)")
    .option("--host <host...>", "only the sessions of these agents (default: every agent that keeps sessions)")
    .option(
      "--since <time>",
      "judge only calls since this time: 7d or 12h ago, a date, or all for every call (default: 7d; all if you name files or folders)",
    )
    .option(
      "--also <hook...>",
      "also run these hooks of the policy; they are skipped by default, because they may act outside of the audit, such as send requests; hook-files stands for every hook file that the policy lists",
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
run with their defaults. If the policy has a hook in the mode observe, the audit shows what the hook
would deny in the mode enforce. Hooks that look up files and links see them as they are now, not as they
were at the time of the call.`;
