import { didYouMean, unknownKeys } from "@agent-hook/protocol";
import type { ConformanceResult } from "../conformance/check-hook.js";
import { ConformanceError } from "../conformance/conformance-error.js";
import { Finding, type Verdict } from "../conformance/finding.js";
import type { DockerAgentVersion } from "../docker-agent/index.js";
import { Lab } from "./lab.js";
import { type DockerAgentRule, dockerAgentRules } from "./rules.js";

/** How to check a hook that docker-agent starts for every call. */
export interface DockerAgentCheckOptions {
  /** Whose events it is told; default v1.123.0. */
  readonly version?: DockerAgentVersion;
  /** Default: the folder of this process. */
  readonly cwd?: string;
  /** Added to this process's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Ids of `dockerAgentManifest`; default all. */
  readonly only?: readonly string[];
  /** Milliseconds for a whole call; default 10000. */
  readonly timeoutMs?: number;
  onProgress?(id: string, verdict: Verdict): void;
}

export interface DockerAgentReport {
  /** Sorted by id. */
  readonly results: readonly ConformanceResult[];
  /** Nothing is broken. */
  readonly ok: boolean;
}

const OPTIONS = ["version", "cwd", "env", "only", "timeoutMs", "onProgress"];

/**
 * Tells a hook, in any language, every event of docker-agent that was recorded, a process for each, and judges how it
 * answers. Rejects with a `ConformanceError` where the command cannot be started or `only` names an unknown id.
 *
 * @example
 * const report = await checkDockerAgentHook(["node", "guard.js"]);
 * for (const { id, came, why } of report.results.filter(({ verdict }) => verdict === "broken")) console.log(id, came, why);
 */
export async function checkDockerAgentHook(
  command: readonly string[],
  options: DockerAgentCheckOptions = {},
): Promise<DockerAgentReport> {
  const problems = unknownKeys("checkDockerAgentHook", options, OPTIONS);
  if (options.only?.length === 0) problems.push("only: expected an id at least");
  if (problems.length > 0) throw new ConformanceError("bad-option", problems.join("\n"));
  const chosen = rulesOf(options.only);
  const { version = "v1.123.0", timeoutMs = 10_000, cwd, env, onProgress } = options;
  const where = { ...(cwd === undefined ? {} : { cwd }), ...(env === undefined ? {} : { env }) };
  const lab = new Lab({ command, ...where, version, timeoutMs });
  const results: ConformanceResult[] = [];
  for (const rule of chosen) {
    const result = await resultOf(rule, lab);
    results.push(result);
    onProgress?.(rule.id, result.verdict);
  }
  return { results, ok: results.every(({ verdict }) => verdict !== "broken") };
}

function rulesOf(only: readonly string[] | undefined): readonly DockerAgentRule[] {
  const ids = dockerAgentRules.map(({ id }) => id);
  const unknown = only?.find((id) => !ids.includes(id));
  if (unknown !== undefined) {
    const text = `Expected ids of the manifest in "only", got "${unknown}"${didYouMean(unknown, ids)}`;
    throw new ConformanceError("unknown-id", text);
  }
  return dockerAgentRules.filter(({ id }) => only?.includes(id) ?? true);
}

async function resultOf(rule: DockerAgentRule, lab: Lab): Promise<ConformanceResult> {
  const { id, sentence } = rule;
  try {
    await rule.check(lab);
    return { id, sentence, verdict: "held" };
  } catch (error) {
    if (error instanceof Finding) {
      const { verdict, evidence } = error;
      return { id, sentence, verdict, ...(verdict === "broken" ? { why: rule.why } : {}), ...evidence };
    }
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new ConformanceError("spawn-failed", "the hook could not be started", { cause: error });
  }
}
