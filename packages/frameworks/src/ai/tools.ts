import { deny } from "@agent-hook/sdk";
import type { ToolCallOutcome } from "@agent-hook/sdk/internal/adapter";
import type { ToolSet } from "ai";
import { outputFrom, type Ran, resultOf } from "../engine/tool-text.js";
import type { AiCall, JudgedCalls } from "./judged-calls.js";

type Tool = ToolSet[string];
type Execute = NonNullable<Tool["execute"]>;
type Options = Parameters<Execute>[1];

/** Returns tools that ask the hook before they run and about what they return. */
export function guardedTools<Tools extends ToolSet>(tools: Tools, calls: JudgedCalls): Tools {
  return Object.fromEntries(Object.entries(tools).map(([name, tool]) => [name, guarded(name, tool, calls)])) as Tools;
}

function guarded(toolName: string, tool: Tool, calls: JudgedCalls): Tool {
  const { execute, toModelOutput } = tool;
  if (execute === undefined) return tool;
  /** The inputs of calls for which the hook wrote a text instead of the tool's own kind of output. */
  const texts = new WeakSet<object>();
  const noteText = (input: unknown) => {
    if (typeof input === "object" && input !== null) texts.add(input);
  };

  /** Asks the hook. Returns the arguments with which the tool runs, or the hook's own answer. Throws a denial. */
  const decide = async (input: unknown, options: Options): Promise<Step> => {
    const call: AiCall = { toolCallId: options.toolCallId, toolName, input };
    const approved = calls.take(input);
    const outcome = approved === undefined ? withoutPerson(await calls.ask(call)) : approved.outcome;
    if (outcome === undefined || outcome.action === "ask") return { input };
    if (outcome.action === "modify") return { input: outcome.patch.arguments ?? input };
    if (outcome.action !== "respond") throw new Error(outcome.reason);
    const { forLlm, isError } = outcome.result;
    if (isError) throw new Error(forLlm);
    noteText(input);
    return { answer: forLlm };
  };

  const run = async (input: unknown, options: Options): Promise<unknown> => {
    const step = await decide(input, options);
    if ("answer" in step) return step.answer;
    // The run may have been stopped while the hook decided.
    options.abortSignal?.throwIfAborted();
    const ran = await outputOf(() => execute(step.input as never, options));
    const change = await calls.guard.toolResult("tool result", () => ({
      ...calls.callOf({ toolCallId: options.toolCallId, toolName, input: step.input }),
      result: resultOf(ran),
    }));
    if (change?.isError) throw new Error(change.text);
    if (change === undefined && "error" in ran) throw ran.error;
    if (change === undefined && "output" in ran) return ran.output;
    const output = "output" in ran ? ran.output : "";
    const changed = outputFrom(change?.text ?? "", output);
    if (typeof changed !== typeof output) noteText(input);
    return changed;
  };

  /** For a tool that reports its progress: each output passes as it comes, because no handler looks at results. */
  async function* stream(input: unknown, options: Options): AsyncGenerator<unknown> {
    const step = await decide(input, options);
    options.abortSignal?.throwIfAborted();
    if ("answer" in step) yield step.answer;
    else yield* execute?.(step.input as never, options) as AsyncIterable<unknown>;
  }

  const isGenerator = Object.prototype.toString.call(execute) === "[object AsyncGeneratorFunction]";
  const asking = isGenerator && !calls.guard.handles("afterTool") ? stream : run;
  calls.addGuarded(asking, execute);
  return {
    ...tool,
    execute: asking,
    ...(toModelOutput === undefined
      ? {}
      : {
          toModelOutput(given: Parameters<typeof toModelOutput>[0]) {
            const { input, output } = given as { readonly input: unknown; readonly output: unknown };
            if (typeof output === "string" && texts.has(Object(input))) return { type: "text", value: output };
            return toModelOutput(given);
          },
        }),
  } as Tool;
}

/** What a call comes to: the tool runs with these arguments, or the hook answers. */
type Step = { readonly input: unknown } | { readonly answer: string };

/** Runs a tool. Of a tool that reports its progress, the last output counts. */
async function outputOf(execute: () => unknown): Promise<Ran> {
  try {
    const output = await execute();
    if (typeof output !== "object" || output === null || !(Symbol.asyncIterator in output)) return { output };
    let last: unknown;
    for await (const each of output as AsyncIterable<unknown>) last = each;
    return { output: last };
  } catch (error) {
    return { error };
  }
}

/** Without the AI SDK's approval, nobody can be asked. */
function withoutPerson(outcome: ToolCallOutcome): ToolCallOutcome {
  return outcome?.action === "ask" ? deny(`needs a person: ${outcome.reason}`) : outcome;
}
