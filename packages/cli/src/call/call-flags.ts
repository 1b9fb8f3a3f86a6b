import { usageError } from "../command-error.js";
import { type CallPoint, hostSpelling } from "./points.js";

/** The options of `call`. */
export interface CallFlags {
  readonly tool?: string;
  readonly args?: Record<string, unknown>;
  readonly result?: string;
  readonly message?: string;
  readonly prompt?: string;
  readonly kind?: string;
  readonly payload?: Record<string, unknown>;
  readonly file?: string;
  readonly host?: string;
  readonly timeout?: number;
  readonly json?: true;
}

const FLAGS = ["tool", "args", "result", "message", "prompt", "kind", "payload"] as const;
type Flag = (typeof FLAGS)[number];

/** The flags that each point requires, and the optional flags that it accepts. */
const POINT_FLAGS: {
  readonly [P in CallPoint]: { readonly required: readonly Flag[]; readonly optional: readonly Flag[] };
} = {
  onPrompt: { required: ["prompt"], optional: [] },
  beforeLlm: { required: [], optional: ["message"] },
  afterLlm: { required: ["message"], optional: [] },
  beforeTool: { required: ["tool"], optional: ["args"] },
  approveTool: { required: ["tool"], optional: ["args"] },
  afterTool: { required: ["tool", "result"], optional: ["args"] },
  onEvent: { required: ["kind"], optional: ["payload"] },
};

const EXAMPLES: { readonly [F in Flag]: string } = {
  tool: "--tool get_weather",
  args: `--args '{"city":"Beijing"}'`,
  result: '--result "15 °C"',
  message: '--message "Is it warm in Beijing?"',
  prompt: '--prompt "Is it warm in Beijing?"',
  kind: "--kind agent.tool.exec_end",
  payload: `--payload '{"Tool":"exec"}'`,
};

/** Returns those of the given flags that describe a call. */
export function callFlags(flags: CallFlags): Flag[] {
  return FLAGS.filter((flag) => flags[flag] !== undefined);
}

/** Throws a usage error for a flag that the point does not accept, or for a missing one. */
export function assertFlags(point: CallPoint, flags: CallFlags): void {
  const { required, optional } = POINT_FLAGS[point];
  const accepted = [...required, ...optional];
  const stray = callFlags(flags).find((flag) => !accepted.includes(flag));
  if (stray !== undefined) {
    const all = accepted.map((flag) => `--${flag}`).join(", ");
    throw usageError(`--${stray} is not an option of ${hostSpelling(point)}, which accepts ${all}`);
  }
  const missing = required.find((flag) => flags[flag] === undefined);
  if (missing !== undefined)
    throw usageError(`${hostSpelling(point)} needs --${missing}, such as ${EXAMPLES[missing]}`);
}
