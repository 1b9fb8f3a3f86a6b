import { approveTool, beforeLlm, beforeTool } from "@agent-hook/sdk/internal/picoclaw";
import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { uncheckedParams, VALID } from "../../../src/hosts/picoclaw/plain-params.js";

// Twenty thousand runs are slow on a busy machine.
vi.setConfig({ testTimeout: 1_200_000 });

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

it("every message that skips validation as plain is valid", () => {
  let plain = 0;
  fc.assert(
    fc.property(fc.oneof(message, anything), (candidate) => {
      const params = { model: "m", messages: [candidate] };
      const rest = uncheckedParams("beforeLlm", params) as typeof params;
      if (rest.messages.length > 0) return;
      plain++;
      expect(beforeLlm.params.safeParse(params).success).toBe(true);
    }),
    { numRuns: 20_000 },
  );
  expect(plain).toBeGreaterThan(1000);
});

const number = fc.oneof(
  { weight: 30, arbitrary: fc.integer() },
  { weight: 10, arbitrary: fc.constant(null) },
  anything,
);
const object = fc.oneof({ weight: 30, arbitrary: fc.dictionary(fc.string(), fc.jsonValue()) }, anything);
const texts = fc.oneof({ weight: 30, arbitrary: fc.array(text, { maxLength: 2 }) }, anything);
const recordOf = (fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc.oneof({ weight: 30, arbitrary: fc.record({ ...fields, more: anything }, { requiredKeys: [] }) }, anything);
const toolCall = recordOf({
  tool: text,
  arguments: object,
  channel: text,
  chat_id: text,
  meta: recordOf({
    AgentID: text,
    TurnID: text,
    ParentTurnID: text,
    SessionKey: text,
    Source: text,
    Iteration: number,
  }),
  context: recordOf({
    inbound: recordOf({ channel: text, chat_id: text, sender_id: text, mentioned: fc.oneof(fc.boolean(), anything) }),
    route: recordOf({ AgentID: text, Channel: text, AccountID: text, MatchedBy: text, SessionPolicy: object }),
    scope: recordOf({ version: number, agent_id: text, dimensions: texts, values: object }),
  }),
});

it("every tool call that skips validation as plain is valid", () => {
  let plain = 0;
  fc.assert(
    fc.property(toolCall, (params) => {
      if (typeof params !== "object" || params === null) return;
      if (uncheckedParams("beforeTool", params) !== VALID) return;
      plain++;
      expect(beforeTool.params.safeParse(params).success).toBe(true);
      expect(approveTool.params.safeParse(params).success).toBe(true);
    }),
    { numRuns: 20_000 },
  );
  expect(plain).toBeGreaterThan(1000);
});

it("values that are not requests are left to the schema", () => {
  for (const params of [undefined, null, 12, [], { messages: "none" }])
    expect(uncheckedParams("beforeLlm", params)).toBe(params);
  for (const params of [undefined, null, 12, [], {}, { tool: 12 }])
    expect(uncheckedParams("beforeTool", params)).toBe(params);
});
