import { isDeepStrictEqual } from "node:util";
import type { LlmCall, LlmReply, Patches } from "@agent-hook/sdk";
import fc from "fast-check";
import { jsonObject } from "../json.js";
import {
  CALL_EDITS,
  type CallEdit,
  edited,
  MESSAGE_EDITS,
  type MessageEdit,
  type Raw,
  TOOL_EDITS,
  type ToolEdit,
} from "./edits.js";
import type { ModifyPoint } from "./host-objects.js";

/** An author's change as data. A field that is missing or `undefined` is not changed. */
export type Change = Readonly<Record<string, unknown>>;

/** A kind of change: how to generate it, how an author writes it, and what PicoClaw must continue with. */
interface ChangeKind<P extends ModifyPoint> {
  readonly changes: fc.Arbitrary<Change>;
  patch(change: Change, call: never): Patches[P];
  host(change: Change, raw: Raw): Raw;
  /** Whether this version of PicoClaw supports the change. `before` and `after` are PicoClaw's objects. */
  carried(change: Change, before: Raw, after: Raw, version: string | undefined): boolean;
}

const editsOf = (table: object) => fc.array(fc.constantFrom(...Object.keys(table)), { minLength: 1, maxLength: 4 });

/** Generates any subset of these fields, including fields that are set to `undefined`. */
function anySubset(fields: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<Change> {
  const optional = Object.entries(fields).map(([name, value]) => [name, fc.option(value, { nil: undefined })]);
  return fc.record(Object.fromEntries(optional), { requiredKeys: [] });
}

const toNewText = fc.constantFrom("new", "é\u2028\n", "a".repeat(50));

const beforeLlm: ChangeKind<"beforeLlm"> = {
  changes: anySubset({
    model: toNewText,
    options: fc
      .tuple(jsonObject, fc.boolean())
      .map(([options, more]) => ({ ...options, ...(more ? { gone: undefined } : {}) })),
    messages: editsOf(MESSAGE_EDITS),
    tools: editsOf(TOOL_EDITS),
  }),
  patch({ messages, tools, ...plain }, call: LlmCall) {
    return {
      ...plain,
      ...ifPresent("messages", messages, (edits: MessageEdit[]) =>
        edited(
          call.messages,
          edits.map((edit) => MESSAGE_EDITS[edit].author),
        ),
      ),
      ...ifPresent("tools", tools, (edits: ToolEdit[]) =>
        edited(
          call.tools,
          edits.map((edit) => TOOL_EDITS[edit].author),
        ),
      ),
    };
  },
  host({ model, options, messages, tools }, raw) {
    return {
      ...raw,
      ...ifPresent("model", model),
      ...ifPresent("options", options, (patch: object) => ({ ...(raw.options as Raw), ...withoutUndefined(patch) })),
      ...ifPresent("messages", messages, (edits: MessageEdit[]) =>
        edited(
          (raw.messages ?? []) as Raw[],
          edits.map((edit) => MESSAGE_EDITS[edit].host),
        ),
      ),
      ...ifPresent("tools", tools, (edits: ToolEdit[]) =>
        edited(
          (raw.tools ?? []) as Raw[],
          edits.map((edit) => TOOL_EDITS[edit].host),
        ),
      ),
    };
  },
  carried({ messages, tools }, before, after, version) {
    const old = version === "v0.2.6" || version === "v0.2.7";
    if (tools !== undefined && !old && version !== undefined) return false;
    if (messages === undefined) return true;
    if ((after.messages as unknown[]).length === 0) return false;
    return old || isDeepStrictEqual(systemMessages(before), systemMessages(after));
  },
};

const afterLlm: ChangeKind<"afterLlm"> = {
  changes: anySubset({ content: toNewText, reasoning: toNewText, toolCalls: editsOf(CALL_EDITS) }),
  patch({ toolCalls, ...plain }, call: LlmReply) {
    const edits = (names: CallEdit[]) =>
      edited(
        call.toolCalls,
        names.map((edit) => CALL_EDITS[edit].author),
      );
    return { ...plain, ...ifPresent("toolCalls", toolCalls, edits) } as Patches["afterLlm"];
  },
  host({ content, reasoning, toolCalls }, { response, ...raw }) {
    const its = response as Raw;
    const edits = (names: CallEdit[]) =>
      edited(
        (its.tool_calls ?? []) as Raw[],
        names.map((edit) => CALL_EDITS[edit].host),
      );
    return {
      ...raw,
      response: {
        ...its,
        ...ifPresent("content", content),
        ...(reasoning === undefined ? {} : withReasoning(its, reasoning as string)),
        ...ifPresent("tool_calls", toolCalls, edits),
      },
    };
  },
  carried: ({ toolCalls }, before) =>
    toolCalls !== undefined || callsOf(before).every(({ function: body }) => (body as Raw | null)?.name),
};

const beforeTool: ChangeKind<"beforeTool"> = {
  changes: anySubset({ tool: fc.constantFrom("other", "__proto__"), arguments: jsonObject }),
  patch: (change) => change,
  host: (change, raw) => ({ ...raw, ...withoutUndefined(change) }),
  carried: () => true,
};

const RESULT_NAMES: Readonly<Record<string, string>> = {
  forLlm: "for_llm",
  forUser: "for_user",
  silent: "silent",
  isError: "is_error",
  media: "media",
  artifactTags: "artifact_tags",
  responseHandled: "response_handled",
};

const afterTool: ChangeKind<"afterTool"> = {
  changes: anySubset({
    result: fc.oneof(
      toNewText,
      anySubset({
        forLlm: toNewText,
        forUser: toNewText,
        silent: fc.boolean(),
        isError: fc.boolean(),
        media: fc.array(toNewText, { maxLength: 1 }),
        artifactTags: fc.array(toNewText, { maxLength: 1 }),
        responseHandled: fc.boolean(),
      }),
    ),
  }),
  patch: (change) => change,
  host({ result }, raw) {
    if (result === undefined) return raw;
    const patch = typeof result === "string" ? { forLlm: result } : withoutUndefined(result as object);
    const hostFields = Object.entries(patch).map(([name, value]) => [RESULT_NAMES[name], value]);
    return { ...raw, result: { ...(raw.result as Raw), ...Object.fromEntries(hostFields) } };
  },
  carried: () => true,
};

export const CHANGES: { readonly [P in ModifyPoint]: ChangeKind<P> } = { beforeLlm, afterLlm, beforeTool, afterTool };

/** Returns a field of an overlay, or no field if the change does not have it. */
function ifPresent<Value>(name: string, value: unknown, convert: (value: Value) => unknown = (same) => same) {
  return value === undefined ? {} : { [name]: convert(value as Value) };
}

function withoutUndefined(object: object): Raw {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

/** Returns the system messages at their positions, as PicoClaw compares them. */
function systemMessages({ messages }: Raw): readonly unknown[] {
  const all = (messages ?? []) as readonly Raw[];
  return all.map((message) => (message.role === "system" ? message : undefined));
}

function callsOf({ response }: Raw): readonly Raw[] {
  return ((response as Raw).tool_calls ?? []) as readonly Raw[];
}

/** PicoClaw has the text in one of two fields, and may have it in parts, too. The old text must not stay in any. */
function withReasoning(its: Raw, reasoning: string): Raw {
  if (reasoning === (its.reasoning || its.reasoning_content)) return {};
  const present = ["reasoning", "reasoning_content"].filter((name) => its[name]);
  const names = present.length === 0 ? ["reasoning_content"] : present;
  return {
    ...Object.fromEntries(names.map((name) => [name, reasoning])),
    ...(its.reasoning_details ? { reasoning_details: null } : {}),
  };
}
