import { RuleFinding, type Verdict } from "@agent-hook/picoclaw/internal/testing";
import { ConformanceError, type ConformanceResult } from "@agent-hook/picoclaw/testing";
import { didYouMean, unknownKeys } from "@agent-hook/sdk/internal/text";
import type { CommandHostName } from "../internal/command-hosts.js";
import { CHECKED_HOSTS, checkedHost } from "./hosts.js";
import { type CommandRule, CommandSession, type CommandSessionOptions } from "./lab.js";

/** Options for checking a hook of a one-shot host. */
export interface CommandCheckOptions {
  /** The host whose events the hook receives. */
  readonly host: CommandHostName;
  /** One of the versions whose rules were recorded. Default: the newest. */
  readonly version?: string;
  /** Default: the folder of this process. */
  readonly cwd?: string;
  /** Added to this process's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Ids of `commandManifest`. Default: all. */
  readonly only?: readonly string[];
  /** Milliseconds for a whole run of the hook. Default 10000. */
  readonly timeoutMs?: number;
  onProgress?(id: string, verdict: Verdict): void;
}

export interface CommandReport {
  /** Sorted by id. */
  readonly results: readonly ConformanceResult[];
  /** Whether no rule is broken. */
  readonly ok: boolean;
}

const OPTIONS = ["host", "version", "cwd", "env", "only", "timeoutMs", "onProgress"];

/**
 * Sends every recorded event of a host to a hook in any language, each to a new process, and judges the answers. If the
 * command depends on the event, as with the launcher, pass a function of the event. Rejects with a `ConformanceError`
 * if the command cannot be started, an option is invalid or `only` contains an unknown id.
 *
 * @example
 * const report = await checkCommandHook(["node", "guard.js"], { host: "claude-code" });
 * for (const { id, received, why } of report.results.filter(({ verdict }) => verdict === "broken")) console.log(id, received, why);
 *
 */
export async function checkCommandHook(
  command: CommandSessionOptions["command"],
  options: CommandCheckOptions,
): Promise<CommandReport> {
  checkOptions(options);
  const { timeoutMs = 10_000, cwd, env, onProgress } = options;
  const host = checkedHost(options.host, options.version);
  const chosen = chosenRules(host.rules, options.only);
  const where = { ...(cwd === undefined ? {} : { cwd }), ...(env === undefined ? {} : { env }) };
  const lab = new CommandSession(host, { command, ...where, timeoutMs });
  const results: ConformanceResult[] = [];
  for (const rule of chosen) {
    const result = await resultOf(rule, lab);
    results.push(result);
    onProgress?.(rule.id, result.verdict);
  }
  return { results, ok: results.every(({ verdict }) => verdict !== "broken") };
}

function checkOptions(options: CommandCheckOptions): void {
  const { host, version, only } = options;
  const versions = Object.hasOwn(CHECKED_HOSTS, host) ? CHECKED_HOSTS[host] : undefined;
  const problems = [
    ...unknownKeys("checkCommandHook", options, OPTIONS),
    ...(versions === undefined
      ? [`host: expected one of ${Object.keys(CHECKED_HOSTS).join(", ")}, got "${host}"`]
      : []),
    ...(version !== undefined && versions?.includes(version) === false
      ? [`version: expected ${versions.join(" or ")}, got "${version}"`]
      : []),
    ...(only?.length === 0 ? ["only: expected at least one id"] : []),
  ];
  if (problems.length > 0) throw new ConformanceError("bad-option", problems.join("\n"));
}

function chosenRules(rules: readonly CommandRule[], only: readonly string[] | undefined): readonly CommandRule[] {
  const ids = rules.map(({ id }) => id);
  const unknown = only?.find((id) => !ids.includes(id));
  if (unknown !== undefined) {
    const text = `Expected ids of the manifest in "only", got "${unknown}"${didYouMean(unknown, ids)}`;
    throw new ConformanceError("unknown-id", text);
  }
  return rules.filter(({ id }) => only?.includes(id) ?? true);
}

async function resultOf(rule: CommandRule, lab: CommandSession): Promise<ConformanceResult> {
  const { id, sentence } = rule;
  try {
    await rule.check(lab);
    return { id, sentence, verdict: "passed" };
  } catch (error) {
    if (error instanceof RuleFinding) {
      const { verdict, evidence } = error;
      return { id, sentence, verdict, ...(verdict === "broken" ? { why: rule.why } : {}), ...evidence };
    }
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new ConformanceError("spawn-failed", "the hook could not be started", { cause: error });
  }
}
