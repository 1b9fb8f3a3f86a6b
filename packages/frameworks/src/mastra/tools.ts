import type { Guard } from "../engine/guard.js";
import { HookDeniedError } from "../engine/hook-denied-error.js";
import { type ToolKinds, toolKind } from "../engine/tool-kind.js";
import { argumentsOf, outputFrom, type Ran, resultOf } from "../engine/tool-text.js";
import type { Run } from "./runs.js";
import type { AnyTool, CallOptions } from "./seams.js";

type Execute = NonNullable<AnyTool["execute"]>;
type Step = { readonly input: unknown } | { readonly answer: unknown };

/** Returns the tool with a hook that is asked before it runs and about its result. */
export function guardedTool(
  name: string,
  tool: AnyTool,
  guard: Guard,
  runOf: () => Run,
  toolKinds?: ToolKinds,
): AnyTool {
  const { execute, toModelOutput } = tool;
  // Runs at the provider or in a client.
  if (execute === undefined) return tool;
  /** The texts that the hook wrote instead of the tool's own kind of output. */
  const texts = new Set<string>();
  const callOf = (run: Run, toolCallId: string, input: unknown) => {
    const args = argumentsOf(input);
    return {
      id: toolCallId,
      tool: name,
      kind: toolKind(name, args, toolKinds),
      arguments: args,
      ...run.source,
      raw: { toolCallId, toolName: name, args: input },
    };
  };

  /** Asks the hook. Returns the arguments with which the tool runs, or an answer in its place. Throws a denial. */
  const decide = async (run: Run, input: unknown, { toolCallId, suspend }: CallOptions): Promise<Step> => {
    const isApproved = run.takeApproval(toolCallId);
    const outcome = await guard.toolCall("tool call", () => callOf(run, toolCallId, input));
    if (outcome === undefined) return { input };
    if (outcome.action === "modify") return { input: outcome.patch.arguments ?? input };
    if (outcome.action === "ask") {
      const args = outcome.patch?.arguments ?? input;
      if (isApproved) return { input: args };
      if (suspend === undefined) throw new Error(`needs a person: ${outcome.reason}`);
      const requireToolApproval = { toolName: name, args };
      return { answer: await suspend({ reason: outcome.reason }, { requireToolApproval }) };
    }
    if (outcome.action !== "respond") throw ended(run, outcome.action, outcome.reason);
    const { forLlm, isError } = outcome.result;
    if (isError) throw new Error(forLlm);
    texts.add(forLlm);
    return { answer: forLlm };
  };

  const guarded: Execute = async (input, options) => {
    const run = runOf();
    const step = await decide(run, input, options);
    if ("answer" in step) return step.answer;
    // The run may have been stopped while the hook decided.
    options.abortSignal?.throwIfAborted();
    let isSuspended = false;
    const ran = await outputOf(() =>
      execute(step.input, {
        ...options,
        ...(options.suspend && {
          suspend: (...args) => {
            isSuspended = true;
            return options.suspend?.(...args) as Promise<unknown>;
          },
        }),
      }),
    );
    // The tool has no result yet: it waits for a person.
    const change = isSuspended
      ? undefined
      : await guard.toolResult("tool result", () => ({
          ...callOf(run, options.toolCallId, step.input),
          result: resultOf(ran),
        }));
    if (change?.isError) throw ended(run, change.aborts ? "abortTurn" : "deny", change.text);
    if ("error" in ran && change === undefined) throw ran.error;
    const output = "output" in ran ? ran.output : "";
    if (change === undefined) return output;
    const changed = outputFrom(change.text, output);
    if (typeof changed === "string" && typeof output !== "string") texts.add(changed);
    return changed;
  };
  return {
    ...tool,
    execute: guarded,
    // Mastra runs calls that may be suspended one after the other.
    ...(guard.handles("approveTool") ? { hasSuspendSchema: true } : {}),
    ...(toModelOutput === undefined
      ? {}
      : {
          toModelOutput: (output: unknown) =>
            typeof output === "string" && texts.has(output) ? { type: "text", value: output } : toModelOutput(output),
        }),
  };
}

/** Returns what a tool throws so that the model reads the reason. The run ends at its next model call if it must. */
function ended(run: Run, action: "deny" | "abortTurn" | "hardAbort", reason: string): Error {
  if (action === "deny") return new Error(reason);
  run.denial ??= reason;
  return new HookDeniedError(reason);
}

async function outputOf(run: () => Promise<unknown>): Promise<Ran> {
  try {
    return { output: await run() };
  } catch (error) {
    return { error };
  }
}
