import { isDeepStrictEqual } from "node:util";
import { beforeLlm } from "@agent-hook/sdk/internal/picoclaw";
import fc from "fast-check";
import { expect, it } from "vitest";
import { message, toolSpec } from "../../src/hosts/picoclaw/messages.js";

const text = fc.oneof(fc.string(), fc.constant(null));
const json = fc.jsonValue({ maxDepth: 2 });
/** Optional fields, and fields that only the host defines, including `__proto__`. */
const hostFields = fc.dictionary(fc.oneof(fc.constantFrom("__proto__", "x", "constructor"), fc.string()), json, {
  maxKeys: 3,
});
const withHostFields = <T extends object>(known: fc.Arbitrary<T>) =>
  fc.tuple(hostFields, known).map(([theirs, ours]) => JSON.parse(JSON.stringify({ ...theirs, ...ours })) as T);
const optional = { requiredKeys: [] };
const call = withHostFields(
  fc.record(
    {
      id: text,
      type: text,
      function: fc.oneof(withHostFields(fc.record({ name: text, arguments: text }, optional)), fc.constant(null)),
    },
    optional,
  ),
);
const part = withHostFields(
  fc.record({ type: text, text, cache_control: fc.constantFrom(null, { type: "ephemeral", x: 1 }) }, optional),
);
const file = withHostFields(
  fc.record({ type: text, ref: text, url: text, filename: text, content_type: text }, optional),
);
const wireMessage = withHostFields(
  fc.record(
    {
      role: fc.string(),
      content: text,
      model_name: text,
      created_at: text,
      media: fc.oneof(fc.array(fc.string()), fc.constant(null)),
      attachments: fc.oneof(fc.array(file), fc.constant(null)),
      reasoning_content: text,
      system_parts: fc.oneof(fc.array(part), fc.constant(null)),
      tool_calls: fc.oneof(fc.array(call), fc.constant(null)),
      tool_call_id: text,
    },
    { requiredKeys: ["role"] },
  ),
);

it("any message of the host is the same after decoding, spreading and encoding", () => {
  fc.assert(
    fc.property(wireMessage, (raw) => {
      // A random key may match a known name with a wrong type. The schema never accepts that message.
      fc.pre(beforeLlm.params.safeParse({ model: "m", messages: [raw] }).success);
      const again = message.encode({ ...message.decode(raw) });
      expect(isDeepStrictEqual(again, raw), JSON.stringify(again)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

it("any tool definition of the host is the same after decoding, spreading and encoding", () => {
  const body = withHostFields(
    fc.record(
      { name: fc.string(), description: text, parameters: fc.constantFrom(null, {}, { type: "object" }) },
      optional,
    ),
  );
  const tool = withHostFields(fc.record({ type: text, function: body }, optional));
  fc.assert(
    fc.property(tool, (raw) => {
      fc.pre(beforeLlm.params.safeParse({ model: "m", tools: [raw] }).success);
      const again = toolSpec.encode({ ...toolSpec.decode(raw) });
      expect(isDeepStrictEqual(again, raw), JSON.stringify(again)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

it("a known field that the author omits is removed, and fields that only the host knows stay", () => {
  const raw = { role: "user", content: "hi", reasoning_content: "hm", x: 1, tool_calls: [{ id: "1", x: 2 }] };
  const { reasoning: _removed, ...kept } = message.decode(raw);
  expect(message.encode({ ...kept, content: "ho" })).toEqual({
    role: "user",
    content: "ho",
    x: 1,
    tool_calls: [{ id: "1", x: 2 }],
  });
});

it("a message and a tool that the author creates are written completely", () => {
  expect(
    message.encode({ role: "user", content: "", toolCalls: [{ id: "1", name: "exec", arguments: "{}" }] }),
  ).toEqual({
    role: "user",
    content: "",
    tool_calls: [{ id: "1", type: "function", function: { name: "exec", arguments: "{}" } }],
  });
  expect(toolSpec.encode({ name: "t", parameters: { type: "object" } })).toEqual({
    type: "function",
    function: { name: "t", parameters: { type: "object" } },
  });
});
