import { describe, expectTypeOf, it } from "vitest";
import * as z from "zod/mini";
import {
  jsonObject,
  looseObject,
  optional,
  strictObject,
  type TypeOf,
  text,
} from "../../src/command-hook/field-schemas.js";
import type { EventName as ClaudeCodeEventName } from "../../src/hosts/claude-code/events.js";
import type { ClaudeCodePayload } from "../../src/hosts/claude-code/wire.js";
import type { EventName as CodexEventName } from "../../src/hosts/codex/events.js";
import type { CodexPayload } from "../../src/hosts/codex/wire.js";
import type { EventName as CopilotEventName } from "../../src/hosts/copilot/events.js";
import type { CopilotPayload } from "../../src/hosts/copilot/wire.js";
import type { EventName as GeminiEventName } from "../../src/hosts/gemini/events.js";
import type { GeminiPayload } from "../../src/hosts/gemini/wire.js";
import type { ClaudeCodeHandlers, CodexHandlers, CopilotHandlers, GeminiHandlers } from "../../src/index.js";

/** The payload that a handler gets. */
type Input<Handler> = NonNullable<Handler> extends (input: infer Payload, context: never) => unknown ? Payload : never;

describe("the type of fields", () => {
  const fields = {
    name: text,
    input: jsonObject,
    level: z.optional(z.enum(["low", "high"])),
    tags: z.array(text),
    usage: optional.jsonObject,
    strict: z.optional(strictObject({ id: text })),
    either: z.optional(z.nullable(z.union([z.array(strictObject({ id: text })), text]))),
    whatever: optional.anything,
  };

  it("is read-only in depth, and an optional field is missing, not undefined", () => {
    expectTypeOf<TypeOf<typeof fields>>().branded.toEqualTypeOf<{
      readonly name: string;
      readonly input: Readonly<Record<string, unknown>>;
      readonly level?: "low" | "high";
      readonly tags: readonly string[];
      readonly usage?: Readonly<Record<string, unknown>>;
      readonly strict?: { readonly id: string };
      readonly either?: readonly { readonly id: string }[] | string | null;
      readonly whatever?: unknown;
    }>();
  });

  it("has unknown fields only if the object is loose", () => {
    const nested = { loose: looseObject({ id: text }), strict: strictObject({ id: text }) };
    type Nested = TypeOf<typeof nested>;
    expectTypeOf<Nested["loose"]["id"]>().toEqualTypeOf<string>();
    expectTypeOf<Nested["loose"]["other"]>().toBeUnknown();
    expectTypeOf<Nested["strict"]>().toEqualTypeOf<{ readonly id: string }>();
  });

  it("rejects a misspelt field, or undefined for a missing one", () => {
    const only = { id: text, note: optional.text };
    const right: TypeOf<typeof only> = { id: "a" };
    // @ts-expect-error: no such field
    const misspelt: TypeOf<typeof only> = { id: "a", nite: "b" };
    // @ts-expect-error: JSON has no undefined
    const absent: TypeOf<typeof only> = { id: "a", note: undefined };
    // @ts-expect-error: read-only
    right.id = "b";
    void [misspelt, absent];
  });
});

describe("a host's handlers have the names of its events, and get their payloads", () => {
  it("Claude Code", () => {
    expectTypeOf<keyof ClaudeCodeHandlers<{}>>().toEqualTypeOf<ClaudeCodeEventName>();
    expectTypeOf<Input<ClaudeCodeHandlers<{}>["PreToolUse"]>>().toEqualTypeOf<ClaudeCodePayload<"PreToolUse">>();
    expectTypeOf<ClaudeCodePayload<"UserPromptSubmit">["prompt"]>().toEqualTypeOf<string>();
  });

  it("Codex", () => {
    expectTypeOf<keyof CodexHandlers<{}>>().toEqualTypeOf<CodexEventName>();
    expectTypeOf<Input<CodexHandlers<{}>["PreToolUse"]>>().toEqualTypeOf<CodexPayload<"PreToolUse">>();
  });

  it("Gemini CLI", () => {
    expectTypeOf<keyof GeminiHandlers<{}>>().toEqualTypeOf<GeminiEventName>();
    expectTypeOf<Input<GeminiHandlers<{}>["BeforeTool"]>>().toEqualTypeOf<GeminiPayload<"BeforeTool">>();
  });

  it("Copilot CLI", () => {
    expectTypeOf<keyof CopilotHandlers<{}>>().toEqualTypeOf<CopilotEventName>();
    expectTypeOf<Input<CopilotHandlers<{}>["preToolUse"]>>().toEqualTypeOf<CopilotPayload<"preToolUse">>();
  });
});
