import { homedir } from "node:os";
import { type Judgement, type JudgeOptions, judgeCommand, programsOf } from "@agent-hook/hooks/shell";
import { EXIT_CODES } from "../exit-codes.js";
import type { Invocation } from "../invocation.js";
import { nearestPolicy } from "../policy/policy-path.js";
import { readPolicyAt } from "../policy/read-policy.js";
import type { Terminal } from "../terminal/terminal.js";

/** The options of `explain`. */
export interface ExplainFlags {
  readonly policy?: string;
  readonly json?: true;
}

const GUARD = "guard-shell";

/** The options of `guard-shell`, and notes about it. */
interface Guard {
  /** The policy's path. `undefined` if the defaults apply. */
  readonly policy: string | undefined;
  readonly options: Pick<JudgeOptions, "levels" | "rules">;
  readonly notes: readonly string[];
}

/** Shows how the policy judges a shell command. */
export async function explain(invocation: Invocation, command: string, flags: ExplainFlags): Promise<void> {
  const { terminal } = invocation;
  const { policy, options, notes } = await readGuard(flags.policy ?? nearestPolicy(process.cwd()));
  const place = { cwd: process.cwd(), home: process.env.HOME || homedir() };
  const programs = programsOf(command, place);
  const judgement = judgeCommand(command, { ...place, ...options });
  if (flags.json) terminal.printJson({ policy: policy ?? null, programs, ...judgement, notes });
  else print(terminal, programs, judgement, policy);
  if (!flags.json) for (const note of notes) terminal.note(note);
  if (judgement.decision !== "allow") invocation.exitCode = EXIT_CODES.findings;
}

async function readGuard(policy: string | undefined): Promise<Guard> {
  if (policy === undefined) {
    return { policy, options: {}, notes: ["There is no policy file here: these are the defaults."] };
  }
  const { hooks, mode } = await readPolicyAt(policy);
  const options = hooks.get(GUARD);
  if (options === undefined) {
    return { policy, options: {}, notes: [`${policy} has no ${GUARD}: agents run the command. This is its default.`] };
  }
  const { mode: ownMode = mode, ...rest } = options;
  const isObserved = ownMode === "observe";
  return { policy, options: rest, notes: isObserved ? ["It only observes: agents run the command."] : [] };
}

const COLOURS = { allow: "green", ask: "yellow", deny: "red" } as const;

function print(
  terminal: Terminal,
  programs: readonly (readonly string[])[],
  { decision, findings }: Judgement,
  policy: string | undefined,
): void {
  terminal.print("It would run:");
  for (const words of programs) terminal.print(`  ${words.map(quoted).join(" ")}`);
  for (const { level, class: kind, rule, command, reason } of findings) {
    terminal.print(`\n${terminal.style(COLOURS[level], level)}  ${kind}, rule ${rule}: ${command}`);
    terminal.print(`      ${reason}`);
  }
  terminal.print(`\n${terminal.style(COLOURS[decision], decision)} by ${policy ?? "the defaults"}`);
}

function quoted(word: string): string {
  return /^[\w@%+=:,./…~*?-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
