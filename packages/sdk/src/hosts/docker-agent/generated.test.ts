import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectForDamaged, odd, parsed } from "../../../test/command-hosts/generated-payloads.js";
import { asked } from "../../../test/docker-agent/asked.js";
import { payloadOf, recordings } from "../../../test/docker-agent/recordings.js";
import { approve, commandOf, defineHook, type Hook, modify, pathsOf, reject } from "../../index.js";
import { isEvent, recognise } from "./events.js";
import { answerSchema, payloadSchema } from "./wire.js";

/** Approves only what is known to be harmless. */
const allowed = (call: Parameters<typeof commandOf>[0]) => call.kind === "shell" && commandOf(call) === "echo ran-it";
const guard: Hook = defineHook({
  name: "guard",
  onFailure: "block",
  beforeLlm: ({ messages }) => modify({ messages: messages.map((one) => ({ ...one, content: `${one.content}` })) }),
  afterTool: ({ result }) => modify({ result: result.forLlm.trim() }),
  approveTool: (call) => (allowed(call) ? approve() : reject("not known")),
});

/** A payload with one value, at any depth, replaced or removed. */
const spoilt = fc
  .record({
    recorded: fc.constantFrom(...recordings),
    path: fc.array(fc.nat(20), { maxLength: 6 }),
    value: fc.option(odd),
  })
  .map(({ recorded, path, value }) => spoil(structuredClone(recorded.payload), path, value));

function spoil(whole: object, [first = 0, ...deeper]: readonly number[], value: unknown): object {
  const holder = whole as Record<string, unknown>;
  const keys = Object.keys(holder);
  const key = keys[first % Math.max(1, keys.length)];
  if (key === undefined) return whole;
  const inner = holder[key];
  if (deeper.length > 0 && typeof inner === "object" && inner !== null) spoil(inner, deeper, value);
  else if (value === null) delete holder[key];
  else holder[key] = value;
  return whole;
}

/** Returns whether a text is a valid pre_tool_use payload of a call that the guard approves. */
function approved(text: string): boolean {
  let payload: { hook_event_name?: string; tool_name?: string; tool_input?: Readonly<Record<string, unknown>> };
  try {
    payload = JSON.parse(text);
  } catch {
    return false;
  }
  const valid = recognise(payload) > 0 && payloadSchema("pre_tool_use").safeParse(payload).success;
  return valid && payload.tool_name === "shell" && allowed({ kind: "shell", arguments: payload.tool_input ?? {} });
}

async function holds(text: string): Promise<void> {
  const { text: stdout, document, denial } = await asked(guard, text);
  if (stdout !== undefined) {
    expect(stdout).not.toContain("\n");
    expect(answerSchema.safeParse(document).error).toBeUndefined();
  }
  const payload = parsed(text);
  const event = (payload as { hook_event_name?: unknown } | null | undefined)?.hook_event_name;
  // An unknown event has no document, so the exit code denies.
  if (typeof event !== "string" || !isEvent(event)) expect(denial).toBeTypeOf("string");
  else if (event === "pre_tool_use" && stdout === undefined) expect(approved(text), text).toBe(true);
}

describe("a block hook with generated payloads", () => {
  it("gives a recorded payload with one value replaced or removed a valid answer, and never approves it by silence", () =>
    fc.assert(fc.asyncProperty(spoilt, (payload) => holds(JSON.stringify(payload)))));

  it("approves a tool call with generated arguments only if the policy does", () =>
    fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom("cmd", "command", "CMD", "cwd", "timeout", "__proto__", "toJSON"), odd),
        fc.constantFrom("shell", "read_file", "edit_file", "mcp_x", ""),
        (input, tool) => holds(JSON.stringify(payloadOf("pre_tool_use", { tool_input: input, tool_name: tool }))),
      ),
    ));

  it("never approves a payload with cut, doubled or foreign bytes", () =>
    expectForDamaged(
      recordings.map(({ text }) => text),
      4000,
      holds,
    ));

  it("answers any text", () => fc.assert(fc.asyncProperty(fc.oneof(fc.string(), fc.json()), holds)));
});

describe("commandOf and pathsOf with generated arguments", () => {
  it("return texts and never throw", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), odd), fc.constantFrom("shell", "read", "other" as const), (args, kind) => {
        const call = { kind, arguments: args } as Parameters<typeof commandOf>[0];
        expect(commandOf(call)).toBeTypeOf("string");
        for (const path of pathsOf(call)) expect(path).toBeTypeOf("string");
      }),
    );
  });
});
