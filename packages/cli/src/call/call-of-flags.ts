import { didYouMean, EVENT_KINDS, RUNTIME_EVENT_KINDS } from "@agent-hook/protocol";
import type { PortableInput } from "@agent-hook/testing";
import { usageError } from "../command-error.js";
import type { CallFlags } from "./options.js";
import { type AskedPoint, hostWord } from "./points.js";

const FLAGS = ["tool", "args", "result", "message", "kind", "payload"] as const;
type Flag = (typeof FLAGS)[number];

/** What each point takes, and what of it must be given. */
const TAKES: { readonly [P in AskedPoint]: { readonly needs: readonly Flag[]; readonly may: readonly Flag[] } } = {
  beforeLlm: { needs: [], may: ["message"] },
  afterLlm: { needs: ["message"], may: [] },
  beforeTool: { needs: ["tool"], may: ["args"] },
  approveTool: { needs: ["tool"], may: ["args"] },
  afterTool: { needs: ["tool", "result"], may: ["args"] },
  onEvent: { needs: ["kind"], may: ["payload"] },
};

const EXAMPLES: { readonly [F in Flag]: string } = {
  tool: "--tool get_weather",
  args: `--args '{"city":"Beijing"}'`,
  result: '--result "15 °C"',
  message: '--message "Is it warm in Beijing?"',
  kind: "--kind agent.tool.exec_end",
  payload: `--payload '{"Tool":"exec"}'`,
};

/** The flags that make a call, as given. */
export function callFlags(flags: CallFlags): Flag[] {
  return FLAGS.filter((flag) => flags[flag] !== undefined);
}

/** What the flags say of a call. Throws a usage error for one that the point does not take, and for one that it lacks. */
export function inputOfFlags(point: AskedPoint, flags: CallFlags): PortableInput[AskedPoint] {
  assertFlags(point, flags);
  return INPUTS[point](flags);
}

/** Throws a usage error for a flag that the point does not take, and for one that it lacks. */
export function assertFlags(point: AskedPoint, flags: CallFlags): void {
  const { needs, may } = TAKES[point];
  const takes = [...needs, ...may];
  const stray = callFlags(flags).find((flag) => !takes.includes(flag));
  if (stray !== undefined) {
    const all = takes.map((flag) => `--${flag}`).join(", ");
    throw usageError(`--${stray} is nothing for ${hostWord(point)}, which takes ${all}`);
  }
  const missing = needs.find((flag) => flags[flag] === undefined);
  if (missing !== undefined) throw usageError(`${hostWord(point)} needs --${missing}, such as ${EXAMPLES[missing]}`);
}

const INPUTS: { readonly [P in AskedPoint]: (flags: CallFlags) => PortableInput[P] } = {
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

/** A kind as v0.2.9 names it; the names before that are the first of these, in the same order. */
function eventKind(name: string): string {
  const old = (EVENT_KINDS as readonly string[]).indexOf(name);
  const kind = RUNTIME_EVENT_KINDS.find((known) => known === name) ?? RUNTIME_EVENT_KINDS[old];
  if (kind !== undefined) return kind;
  const guess = didYouMean(name, [...RUNTIME_EVENT_KINDS, ...EVENT_KINDS]);
  throw usageError(`--kind: unknown kind of event "${name}"${guess}; expected one such as agent.tool.exec_end`);
}
