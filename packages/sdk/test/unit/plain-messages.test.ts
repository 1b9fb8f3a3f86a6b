import { beforeLlm } from "@agent-hook/protocol";
import fc from "fast-check";
import { expect, it } from "vitest";
import { withoutPlainMessages } from "../../src/hosts/picoclaw/plain-messages.js";

const anything = fc.oneof(fc.string(), fc.constant(null), fc.integer(), fc.boolean(), fc.constant({}), fc.constant([]));
const text = fc.oneof({ weight: 30, arbitrary: fc.string() }, { weight: 10, arbitrary: fc.constant(null) }, anything);
const rare = fc.oneof({ weight: 30, arbitrary: fc.constant(null) }, anything);
const body = fc.record({ name: text, arguments: text, more: anything }, { requiredKeys: [] });
const call = fc.record(
  {
    id: text,
    type: text,
    function: fc.oneof({ weight: 30, arbitrary: body }, anything),
    extra_content: rare,
    more: anything,
  },
  { requiredKeys: [] },
);
const message = fc.record(
  {
    role: text,
    content: text,
    model_name: text,
    created_at: text,
    reasoning_content: text,
    tool_call_id: text,
    media: rare,
    attachments: rare,
    system_parts: rare,
    tool_calls: fc.oneof(
      { weight: 9, arbitrary: fc.array(fc.oneof({ weight: 9, arbitrary: call }, anything)) },
      anything,
    ),
    more: anything,
  },
  { requiredKeys: [] },
);

it("every message that is left out of the check as plain is one that the schema takes", () => {
  let plain = 0;
  fc.assert(
    fc.property(fc.oneof(message, anything), (candidate) => {
      const params = { model: "m", messages: [candidate] };
      const rest = withoutPlainMessages(params) as typeof params;
      if (rest.messages.length > 0) return;
      plain++;
      expect(beforeLlm.params.safeParse(params).success).toBe(true);
    }),
    { numRuns: 20_000 },
  );
  expect(plain).toBeGreaterThan(1000);
});

it("what is no request at all is left to the schema", () => {
  for (const params of [undefined, null, 12, [], { messages: "none" }])
    expect(withoutPlainMessages(params)).toBe(params);
});
