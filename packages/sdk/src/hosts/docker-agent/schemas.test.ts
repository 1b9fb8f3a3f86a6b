import { expect, it } from "vitest";
import { type CommandHost, commandHosts, commandSchemaFiles } from "../../../../../scripts/generate-schemas.js";
import { denial, specific } from "../../../test/docker-agent/asked.js";
import { accepts, type Schema } from "../../../test/protocol/json-schema.js";
import { answerSchema } from "./wire.js";

const files = commandSchemaFiles(commandHosts["docker-agent"] as CommandHost) as Map<string, Schema>;

it.each<[boolean, object]>([
  [true, {}],
  [true, denial("no")],
  [true, specific("tool_response_transform", { updated_tool_response: "" })],
  [true, specific("before_llm_call", { updated_messages: [{ role: "user", content: "x", later: 1 }] })],
  [false, { decision: "deny" }],
  [false, { Decision: "block" }],
  [false, { hook_specific_output: { permission_decision: "DENY" } }],
  [false, { hookSpecificOutput: {} }],
  [false, specific("pre_tool_use", { updated_input: "text" })],
  [false, specific("before_llm_call", { updated_messages: [{ role: "user", content: [] }] })],
  [false, specific("before_llm_call", { updated_messages: [{ role: "user", content: "x", is_error: "no" }] })],
])("the JSON Schema and the SDK agree about an answer: %j, %j", (right, answer) => {
  expect(accepts(files.get("answer.json") ?? {}, answer)).toBe(right);
  expect(answerSchema.safeParse(answer).success).toBe(right);
});
