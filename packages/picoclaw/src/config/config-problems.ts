import { describeIssues, didYouMean, pathText } from "@agent-hook/sdk/internal/text";
import { fieldsAt, type HooksConfig, hooksConfig } from "./hooks-config.js";

/** A problem in a `hooks` object. */
export interface ConfigProblem {
  /** The path of the field, starting below `hooks`. */
  readonly path: readonly PropertyKey[];
  /** The path and what was expected there, but never a value of the config. */
  readonly text: string;
  /** Whether the problem is an unknown field. The other fields are valid without it. */
  readonly unknownField: boolean;
}

/**
 * Checks a `hooks` object against the schema. Returns every problem, and a copy of the object, which is empty if there
 * are problems.
 */
export function checkConfig(config: unknown): {
  readonly problems: readonly ConfigProblem[];
  readonly copy: HooksConfig;
} {
  const checked = hooksConfig.safeParse(config);
  if (checked.success) return { problems: [], copy: checked.data as HooksConfig };
  return { problems: checked.error.issues.flatMap((issue) => problemsOf(issue, config)), copy: {} };
}

interface ConfigIssue {
  readonly message: string;
  readonly path: readonly PropertyKey[];
  readonly keys?: readonly string[];
}

function problemsOf(issue: ConfigIssue, config: unknown): ConfigProblem[] {
  const { path, keys } = issue;
  if (keys === undefined) {
    const text = `${path.length === 0 ? "hooks: " : ""}${describeIssues([issue], config)}`;
    return [{ path, text, unknownField: false }];
  }
  return keys.map((key) => {
    const at = [...path, key];
    return { path: at, text: `${pathText(at)}: unknown field${didYouMean(key, fieldsAt(path))}`, unknownField: true };
  });
}
