import * as z from "zod/mini";
import type { Point } from "../hook/calls.js";
import type { Decision, Decisions } from "../hook/decisions.js";
import { describeIssues, isObject } from "../text/index.js";
import { frozenCopy, isPlain } from "./copies.js";
import { lazily } from "./lazily.js";

const text = z.string();
const name = z.string().check(z.minLength(1));
const openObject = z.custom<Record<string, unknown>>(isObject, { error: "expected an object" });

/** Arguments reach a tool as JSON. If JSON drops a value or turns it into null, the tool receives a different call. */
const jsonObject = openObject.check((context) => {
  for (const [path, value] of findNonJson(context.value)) {
    const message = `expected a JSON value, got ${describeValue(value)}`;
    context.issues.push({ code: "custom", input: context.value, path: [...path], message });
  }
});

function describeValue(value: unknown): string {
  if (typeof value === "number") return String(value);
  return typeof value === "object" && value !== null ? (value.constructor?.name ?? "an object") : typeof value;
}

function findNonJson(
  value: unknown,
  path: readonly string[] = [],
): (readonly [path: readonly string[], value: unknown])[] {
  if (Array.isArray(value)) return Array.from(value, (inner, at) => findNonJson(inner, [...path, String(at)])).flat();
  if (isPlain(value)) {
    // A field that is `undefined` counts as missing, as in a patch. In an array, `undefined` would become null.
    const named = Object.entries(value).filter(([, inner]) => inner !== undefined);
    return named.flatMap(([key, inner]) => findNonJson(inner, [...path, key]));
  }
  const isJson = value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
  return isJson ? [] : [[path, value]];
}

const reason = z.optional(text);
const rule = z.optional(text);

export const resultRules = lazily({
  /** The result of a tool. Text is already converted to `{ forLlm }`. */
  toolResult: () =>
    z.strictObject({
      forLlm: text,
      forUser: z.optional(text),
      silent: z.optional(z.boolean()),
      isError: z.optional(z.boolean()),
      media: z.optional(z.array(text)),
      artifactTags: z.optional(z.array(text)),
      responseHandled: z.optional(z.boolean()),
      structured: z.optional(openObject),
      content: z.optional(z.array(contentRule())),
    }),
});

function contentRule() {
  const resource = { uri: text, mimeType: z.optional(text) };
  return z.discriminatedUnion("type", [
    z.strictObject({ type: z.literal("text"), text }),
    z.strictObject({ type: z.enum(["image", "audio"]), data: z.base64(), mimeType: text }),
    z.strictObject({
      type: z.literal("resource_link"),
      uri: text,
      name: text,
      description: z.optional(text),
      mimeType: z.optional(text),
    }),
    z.strictObject({
      type: z.literal("resource"),
      resource: z.union([z.strictObject({ ...resource, text }), z.strictObject({ ...resource, blob: z.base64() })]),
    }),
  ]);
}

function messageRule() {
  const attachment = z.strictObject({
    type: z.optional(text),
    ref: z.optional(text),
    url: z.optional(text),
    filename: z.optional(text),
    contentType: z.optional(text),
  });
  const requestedCall = z.strictObject({ id: text, name: z.optional(text), arguments: z.optional(text) });
  const systemPart = z.strictObject({ type: text, text, cacheControl: z.optional(openObject) });
  return z.strictObject({
    role: text,
    content: text,
    modelName: z.optional(text),
    createdAt: z.optional(text),
    media: z.optional(z.array(text)),
    attachments: z.optional(z.array(attachment)),
    reasoning: z.optional(text),
    systemParts: z.optional(z.array(systemPart)),
    toolCalls: z.optional(z.array(requestedCall)),
    toolCallId: z.optional(text),
  });
}

const patches = {
  beforeLlm: () =>
    z.strictObject({
      model: z.optional(text),
      messages: z.optional(z.array(messageRule())),
      tools: z.optional(
        z.array(z.strictObject({ name, description: z.optional(text), parameters: z.optional(openObject) })),
      ),
      options: z.optional(openObject),
    }),
  afterLlm: () =>
    z.strictObject({
      content: z.optional(text),
      reasoning: z.optional(text),
      toolCalls: z.optional(z.array(z.strictObject({ id: text, name, arguments: text }))),
    }),
  beforeTool: () => z.strictObject({ tool: z.optional(name), arguments: z.optional(jsonObject) }),
  afterTool: () =>
    z.strictObject({
      result: z.optional(
        z.union([text, z.partial(z.omit(resultRules.toolResult, { structured: true, content: true }))]),
      ),
    }),
};

const decision = <const Action extends string>(action: Action) =>
  z.strictObject({ action: z.literal(action), reason, rule });
const modifyOf = (patch: () => z.ZodMiniType) => () =>
  z.strictObject({ action: z.literal("modify"), patch: patch(), rule });
const denials = {
  deny: () => decision("deny"),
  abortTurn: () => decision("abortTurn"),
  hardAbort: () => decision("hardAbort"),
};

/** Hosts drop a blank text: what the author meant to tell the model would be lost. */
const nonBlankText = () =>
  text.check(z.refine((value) => value.trim() !== "", { error: "expected text that is not blank" }));
const addContext = () => z.strictObject({ action: z.literal("addContext"), text: nonBlankText(), rule });

/** The schemas of the decisions that are valid at each point. */
export const decisionRules: { readonly [P in Point]: Readonly<Record<Decisions[P]["action"], z.ZodMiniType>> } = {
  onPrompt: lazily({ addContext, deny: denials.deny }),
  beforeLlm: lazily({ modify: modifyOf(patches.beforeLlm), ...denials }),
  afterLlm: lazily({ modify: modifyOf(patches.afterLlm), ...denials }),
  beforeTool: lazily({
    modify: () =>
      z.strictObject({
        action: z.literal("modify"),
        patch: patches.beforeTool(),
        otherwise: z.optional(nonBlankText()),
        rule,
      }),
    respond: () => z.strictObject({ action: z.literal("respond"), result: resultRules.toolResult, rule }),
    ...denials,
  }),
  afterTool: lazily({ modify: modifyOf(patches.afterTool), addContext, ...denials }),
  approveTool: lazily({
    approve: () => z.strictObject({ action: z.literal("approve") }),
    ask: () => decision("ask"),
    deny: denials.deny,
  }),
};

/** Returns a handler's decision as a frozen copy, which the author cannot change later, or describes what is wrong. */
export function checkDecision<P extends Point>(
  point: P,
  value: unknown,
): { readonly decision: Decisions[P] } | { readonly problem: string } {
  const rules: Readonly<Record<string, z.ZodMiniType>> = decisionRules[point];
  const allowed = () => `${Object.keys(rules).join(", ")}${point === "approveTool" ? "" : " or nothing"}`;
  if (typeof value !== "object" || value === null) {
    return { problem: `returned ${value === null ? "null" : typeof value}, expected ${allowed()}` };
  }
  const decision = frozenCopy(value) as Partial<Decision>;
  // Only an own property: an inherited `action` is not a decision.
  const action = Object.hasOwn(decision, "action") ? decision.action : undefined;
  const rule = typeof action === "string" && Object.hasOwn(rules, action) ? rules[action] : undefined;
  if (rule === undefined) return { problem: `returned ${describeAction(action)}, expected ${allowed()}` };
  const checked = rule.safeParse(decision);
  if (checked.success) return { decision: decision as Decisions[P] };
  return { problem: `returned a ${action} with ${describeIssues(checked.error.issues, decision)}` };
}

function describeAction(action: unknown): string {
  return typeof action === "string" ? `"${action.slice(0, 40)}"` : "an object that is not a decision";
}
