import { approve, type Context, defineHook, type Hook, type ToolCall } from "@agent-hook/sdk";
import { checkOptions } from "../check-options.js";
import { decide } from "../decide.js";
import type { Verdict } from "./answer.js";
import type { ModelJudge } from "./model-judge.js";
import { instanceOptionsSchema, isModel, type JudgeOptions, optionsSchema } from "./options.js";

/** The time of the hook in addition to the model's: loading the AI SDK, and the other hooks at `approveTool`. */
const MARGIN_MS = 3000;
/** For the other hooks in observe mode, which come after this one. */
const OBSERVE_MARGIN_MS = 4500;

/**
 * Returns a hook that lets a model decide on tool calls: `allow`, `ask` or `deny`, with a reason. It needs the package
 * `ai` and one for the provider: `@ai-sdk/openai-compatible`, `@ai-sdk/anthropic` or another one of the AI SDK. They
 * are loaded with the first call.
 *
 * The model receives the call without secrets, as quoted data. Without a valid answer in time, the call is denied, or a
 * person decides. Put it after hooks with rules: a call that one of them denies, or leaves to a person, is not judged.
 *
 * It sets the hook's deadlines above `timeoutMs`. Throws a `TypeError` if an option is invalid.
 *
 * @example
 * const model = { provider: "openai-compatible", baseUrl: "http://127.0.0.1:11434/v1", model: "qwen3:8b" } as const;
 * await serve(compose(guardShell(), protectFiles(), judge({ model, instructions: "Never deploy." })));
 */
export function judge(options: JudgeOptions): Hook<{}> {
  const schema = isModel(Object(options).model) ? instanceOptionsSchema : optionsSchema;
  const { kinds, tools, mode, ...settings } = checkOptions<typeof instanceOptionsSchema | typeof optionsSchema>(
    "judge",
    schema,
    options,
  );
  const { timeoutMs } = settings;
  let loaded: Promise<ModelJudge> | undefined;
  const judgeCall = async (call: ToolCall, context: Context): Promise<Verdict> => {
    // Loaded with the first call: most processes of a one-shot host never get one.
    loaded ??= import("./model-judge.js").then(({ ModelJudge }) => new ModelJudge(settings));
    return (await loaded).decide(call, context);
  };
  const shared = {
    name: "judge",
    toolFilter: { ...(kinds.length === 0 ? {} : { kinds }), ...(tools.length === 0 ? {} : { names: tools }) },
  };
  if (mode === "observe") {
    // Without `approveTool`, neither a decision nor a failure can stop a call.
    return defineHook({
      ...shared,
      deadlines: { interceptMs: timeoutMs + OBSERVE_MARGIN_MS },
      async beforeTool(call, context: Context) {
        const { decision, reason } = await judgeCall(call, context);
        if (decision !== "allow") context.log.warn(`would ${decision}: ${reason}`);
      },
    });
  }
  return defineHook({
    ...shared,
    onFailure: "block",
    deadlines: { approveMs: timeoutMs + MARGIN_MS },
    async approveTool(call, context) {
      // A person decides anyway.
      if (call.question !== undefined) return approve();
      const { decision, reason } = await judgeCall(call, context);
      return decide(decision, reason, "model");
    },
  });
}
