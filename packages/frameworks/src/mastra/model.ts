import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { Guard } from "../engine/guard.js";
import { HookDeniedError } from "../engine/hook-denied-error.js";
import { llmCallOf, llmReplyOf, paramsFrom, textFrom } from "../language-model/model-call.js";
import { replyParts, replyStream } from "../language-model/streamed-reply.js";
import type { Run } from "./runs.js";
import type { Model, Reply } from "./seams.js";

/** Returns the model with a hook that is asked before and after each call. Its tools must be among the guarded ones. */
export function guardedModel(model: Model, guard: Guard, runOf: () => Run, guarded: ReadonlySet<string>): Model {
  const guardsTools = guard.decides || guard.handles("afterTool");
  const asked = async (params: LanguageModelV4CallOptions) => {
    const run = runOf();
    run.modelIsCalled();
    if (run.denial !== undefined) throw new HookDeniedError(run.denial);
    const outcome = await guard.beforeLlm("model call", () => llmCallOf(model.modelId, params, run.source));
    const sent = paramsFrom(outcome, params);
    const unguarded = sent.tools?.find(({ type, name }) => type === "function" && !guarded.has(name));
    if (unguarded === undefined || !guardsTools) return sent;
    throw new HookDeniedError(
      `the hook cannot guard the tool "${unguarded.name}": a processor or prepareStep added it`,
    );
  };
  const judge = async (source: Run["source"], parts: readonly LanguageModelV4StreamPart[]) => {
    const { content, finish } = replyParts(parts);
    return textFrom(await guard.afterLlm("model reply", () => llmReplyOf(model.modelId, content, finish, source)));
  };
  const judged = (reply: Reply): Reply => {
    const { source } = runOf();
    const stream = guard.decides ? reply.stream.pipeThrough(uniqueCalls()) : reply.stream;
    return {
      ...reply,
      stream: guard.handles("afterLlm") ? replyStream(stream, (parts) => judge(source, parts)) : stream,
    };
  };
  const methods: Pick<Model, "doGenerate" | "doStream"> = {
    doGenerate: async (params) => judged(await model.doGenerate(await asked(params))),
    doStream: async (params) => judged(await model.doStream(await asked(params))),
  };
  // Mastra recognizes its own models by their class, and they have private fields.
  return new Proxy(model, {
    get(target, key) {
      if (key === "doGenerate" || key === "doStream") return methods[key];
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" && key !== "constructor" ? value.bind(target) : value;
    },
  });
}

/** Ends a reply in which two calls have the same id: Mastra finds approvals and results of calls by their ids. */
function uniqueCalls(): TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart> {
  const ids = new Set<string>();
  return new TransformStream({
    transform(part, controller) {
      if (part.type === "tool-call") {
        if (ids.has(part.toolCallId)) throw new HookDeniedError("the model gave two calls the same id");
        ids.add(part.toolCallId);
      }
      controller.enqueue(part);
    },
  });
}
