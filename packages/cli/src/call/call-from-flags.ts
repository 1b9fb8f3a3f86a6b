import { EVENT_KINDS, RUNTIME_EVENT_KINDS } from "@agent-hook/picoclaw/protocol";
import type { PortableInput } from "@agent-hook/picoclaw/testing";
import { didYouMean } from "@agent-hook/sdk/internal/text";
import { usageError } from "../command-error.js";
import { assertPicoclawCalls, type CallPoint, hostSpelling, type PicoclawPoint } from "./points.js";

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

/** Returns the input that the flags describe. Throws a usage error for an unsupported or missing flag. */
export function inputFromFlags(point: CallPoint, flags: CallFlags): PortableInput[PicoclawPoint] {
  assertFlags(point, flags);
  assertPicoclawCalls(point);
  return INPUTS[point](flags);
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

const INPUTS: { readonly [P in PicoclawPoint]: (flags: CallFlags) => PortableInput[P] } = {
  beforeLlm: ({ message }) => (message === undefined ? {} : { messages: [{ role: "user", content: message }] }),
  afterLlm: ({ message = "" }) => message,
  beforeTool: toolCall,
  approveTool: toolCall,
  afterTool: (flags) => ({ ...toolCall(flags), result: flags.result ?? "" }),
  onEvent: ({ kind = "", payload }) => ({ kind: eventKind(kind), ...(payload === undefined ? {} : { payload }) }),
};

function toolCall({ tool = "", args }: CallFlags): PortableInput["beforeTool"] {
  return { tool, ...(args === undefined ? {} : { arguments: args }) };
}

/**
 * Returns the v0.2.9 name of an event kind. `EVENT_KINDS` has the older names, in the same order as the first
 * `RUNTIME_EVENT_KINDS`.
 */
function eventKind(name: string): string {
  const old = (EVENT_KINDS as readonly string[]).indexOf(name);
  const kind = RUNTIME_EVENT_KINDS.find((known) => known === name) ?? RUNTIME_EVENT_KINDS[old];
  if (kind !== undefined) return kind;
  const guess = didYouMean(name, [...RUNTIME_EVENT_KINDS, ...EVENT_KINDS]);
  throw usageError(`--kind: unknown event kind "${name}"${guess}; expected one such as agent.tool.exec_end`);
}
