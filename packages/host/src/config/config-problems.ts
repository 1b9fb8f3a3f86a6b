import { describeIssues, didYouMean, pathText } from "@agent-hook/protocol";
import { fieldsAt, type HooksConfig, hooksConfig } from "./hooks-config.js";

/** Something in a `hooks` object that is not as it has to be. */
export interface ConfigProblem {
  /** Where it is, from `hooks` on. */
  readonly path: readonly PropertyKey[];
  /** The path and what was expected there; never a value. */
  readonly text: string;
  /** It is a field that is not known, and the rest may be read without it. */
  readonly unknownField: boolean;
}

/** Every problem of a `hooks` object that its shape tells; without any, a copy of it. */
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
