import { HOST_TIMEOUTS_MS, type HookMode } from "@agent-hook/sdk/internal/picoclaw";
import { didYouMean, unknownKeys } from "@agent-hook/sdk/internal/text";
import { fields } from "./answer-faults.js";
import { ConformanceError } from "./conformance-error.js";
import { RuleFinding, type Verdict } from "./finding.js";
import { HookSession, type SessionOptions } from "./hook-session.js";
import type { Exchange } from "./hook-under-test.js";
import { rules } from "./manifest.js";
import type { Rule } from "./rule.js";
import { REFUSED } from "./rules/hello.js";
import { ALL_MODES } from "./sample-calls.js";

/** Options for checking a hook. */
export interface CheckOptions {
  /** Default: the folder of this process. */
  readonly cwd?: string;
  /** Added to this process's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** The hook's name in hello. Default `probe`. */
  readonly name?: string;
  /** The modes that hello names and whose calls the hook gets. Default: all. */
  readonly modes?: readonly HookMode[];
  /**
   * Whether to call the hook's own tools, with `{}` as arguments. Default false, because they may have side effects.
   */
  readonly callOwnTools?: boolean;
  /** Ids of the manifest. Default: all. */
  readonly only?: readonly string[];
  /** Milliseconds for an answer. Default 5000, as in the host. Approvals get 12 times as long, hello at least 5000. */
  readonly timeoutMs?: number;
  onProgress?(id: string, verdict: Verdict): void;
}

/** The result for one id of the manifest. */
export interface ConformanceResult {
  readonly id: string;
  readonly sentence: string;
  readonly verdict: Verdict;
  /** What was written to the hook, shortened. Always set if broken. */
  readonly sent?: string;
  /** The answer, shortened, or what happened instead. Always set if broken. */
  readonly received?: string;
  /** If broken: what the real host does. If not applicable or inconclusive: the reason. */
  readonly why?: string;
}

export interface ConformanceReport {
  /** The hook's own description in its answer to hello. */
  readonly hook: { readonly name?: string; readonly version?: string };
  /** Sorted by id. */
  readonly results: readonly ConformanceResult[];
  /** Whether the hook answered hello correctly. If not, nothing else can be checked. */
  readonly helloSucceeded: boolean;
  /** Whether the hook answered hello correctly and no rule is broken. */
  readonly ok: boolean;
}

/**
 * Checks a hook process in any language against the manifest. Starts the hook about ten times, without a shell, and
 * ends every process. What does not come in time is asked for once more, in a new process. Rejects with a
 * `ConformanceError` if the command cannot be started, an option is invalid or `only` contains an unknown id.
 *
 * @example
 * const report = await checkHook(["python3", "weather.py"]);
 * for (const { id, received, why } of report.results.filter(({ verdict }) => verdict === "broken")) console.log(id, received, why);
 *
 */
export async function checkHook(command: readonly string[], options: CheckOptions = {}): Promise<ConformanceReport> {
  checkOptions(command, options);
  const chosen = rulesOf(options.only);
  const { cwd, env, name = "probe", modes = ALL_MODES, callOwnTools = false } = options;
  const timeoutMs = options.timeoutMs ?? HOST_TIMEOUTS_MS.intercept;
  const where = { ...(cwd === undefined ? {} : { cwd }), ...(env === undefined ? {} : { env }) };
  const sessionOptions = { command, ...where, name, modes, callOwnTools, timeoutMs };
  let session = new HookSession(sessionOptions);
  try {
    let hello = await session.firstHello();
    if (!passes(hello) && session.timedOut) {
      await session.close();
      session = new HookSession(sessionOptions);
      hello = await session.firstHello();
    }
    const results: ConformanceResult[] = [];
    for (const rule of chosen) {
      session.startRule();
      const first = await resultOf(rule, session, hello);
      const mayBeLate = session.timedOut && passes(hello) && ["broken", "inconclusive"].includes(first.verdict);
      const result = mayBeLate ? await checkedAgain(rule, sessionOptions, first) : first;
      results.push(result);
      options.onProgress?.(rule.id, result.verdict);
    }
    const helloSucceeded = passes(hello);
    const ok = helloSucceeded && results.every(({ verdict }) => verdict !== "broken");
    return { hook: identity(hello), results, helloSucceeded, ok };
  } finally {
    await session.close();
  }
}

const OPTIONS = ["cwd", "env", "name", "modes", "callOwnTools", "only", "timeoutMs", "onProgress"];

/** Throws a `ConformanceError` for invalid options. `only` must not be empty, because a check of nothing would pass. */
function checkOptions(command: readonly string[], options: CheckOptions): void {
  const { only, modes, timeoutMs } = options;
  const problems = [
    ...unknownKeys("checkHook", options, OPTIONS),
    ...(Array.isArray(command) ? [] : ['command: expected an array, such as ["python3", "hook.py"]']),
    ...(only?.length === 0 ? ["only: expected at least one id"] : []),
    ...(modes?.some((mode) => !ALL_MODES.includes(mode)) ? [`modes: expected some of ${ALL_MODES.join(", ")}`] : []),
    ...(timeoutMs === undefined || timeoutMs > 0 ? [] : ["timeoutMs: expected a number above 0"]),
  ];
  if (problems.length > 0) throw new ConformanceError("bad-option", problems.join("\n"));
}

function rulesOf(only: readonly string[] | undefined): readonly Rule[] {
  const ids = rules.map(({ id }) => id);
  for (const id of only ?? []) {
    if (ids.includes(id)) continue;
    const text = `Expected ids of the manifest in "only", got "${id}"${didYouMean(id, ids)}`;
    throw new ConformanceError("unknown-id", text);
  }
  return only === undefined ? rules : rules.filter(({ id }) => only.includes(id));
}

async function resultOf(rule: Rule, session: HookSession, hello: Exchange): Promise<ConformanceResult> {
  const { id, sentence } = rule;
  if (!passes(hello) && id !== "hello/answered") {
    const why = hello.error === undefined ? "The hook fails hook.hello" : REFUSED;
    return { id, sentence, verdict: "inconclusive", received: hello.received, why };
  }
  try {
    await rule.check(session);
    return { id, sentence, verdict: "passed" };
  } catch (finding) {
    if (!(finding instanceof RuleFinding)) throw finding;
    if (finding.verdict !== "not applicable") session.discardShared();
    const { verdict, evidence } = finding;
    return { id, sentence, verdict, ...(verdict === "broken" ? { why: rule.why } : {}), ...evidence };
  } finally {
    await session.tidy();
  }
}

/** Checks a rule in new processes: if something did not come in time, the machine may have been busy. */
async function checkedAgain(rule: Rule, options: SessionOptions, first: ConformanceResult): Promise<ConformanceResult> {
  const session = new HookSession(options);
  try {
    const again = await resultOf(rule, session, await session.firstHello());
    return again.verdict === "passed" ? again : first;
  } finally {
    await session.close();
  }
}

function passes({ answer, error, result }: Exchange): boolean {
  return answer !== undefined && error === undefined && typeof result === "object" && !Array.isArray(result);
}

function identity({ result }: Exchange): { name?: string; version?: string } {
  const { name, version } = fields(result) ?? {};
  return {
    ...(typeof name === "string" ? { name } : {}),
    ...(typeof version === "string" ? { version } : {}),
  };
}
