import { describe, expect, it } from "vitest";
import { type CommandHost, commandHosts, commandSchemaFiles } from "../../../../../scripts/generate-schemas.js";
import { accepts, malformed, type Schema } from "../../../../protocol/test/json-schema.js";
import { denial, specific } from "../../../test/docker-agent/asked.js";
import { recordings } from "../../../test/docker-agent/recordings.js";
import { EVENT_NAMES, type EventName } from "./events.js";
import { answerSchema, payloadSchema } from "./wire.js";

const dockerAgent = commandHosts["docker-agent"] as CommandHost;
const files = commandSchemaFiles(dockerAgent) as Map<string, Schema>;
const schemaOf = (name: string) => files.get(`${name}.json`) ?? {};

describe("the JSON Schemas of docker-agent", () => {
  it("are one per event, and one for the answer", () => {
    expect([...files.keys()]).toEqual([...EVENT_NAMES, "answer"].map((name) => `${name}.json`));
  });

  it.each([...files])("%s is of draft 2020-12 and has a description", (file, schema) => {
    expect(malformed(schema)).toEqual([]);
    expect(schema).toMatchObject({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      title: file.replace(".json", ""),
      type: "object",
    });
    expect(schema.description).toMatch(
      /^What (docker-agent writes to stdin: its event \w+( \(v[\d.]+ and later\))?\.$|a hook)/,
    );
  });

  it("are the same every time", () => {
    expect(JSON.stringify([...commandSchemaFiles(dockerAgent)])).toBe(JSON.stringify([...files]));
  });

  it.each(recordings.map((recorded) => [recorded.where, recorded] as const))(
    "accept recorded payloads: %s",
    (_where, { event, payload }) => {
      expect(accepts(schemaOf(event), payload)).toBe(true);
      expect(payloadSchema(event as EventName).safeParse(payload).error).toBeUndefined();
    },
  );

  it("reject the payload of another event", () => {
    const [one] = recordings;
    expect(accepts(schemaOf("stop"), { ...one?.payload, hook_event_name: "stop" })).toBe(true);
    expect(accepts(schemaOf("stop"), one?.payload)).toBe(false);
  });

  it("agree with the SDK's validation when one value is replaced or removed", () => {
    let rejected = 0;
    for (const { event, payload, where } of recordings) {
      for (const key of Object.keys(payload).filter((name) => name !== "hook_event_name")) {
        for (const wrong of ["text", 12, true, null, [], {}, undefined]) {
          const { [key]: _value, ...others } = payload;
          const spoilt = wrong === undefined ? others : { ...others, [key]: wrong };
          const byZod = payloadSchema(event as EventName).safeParse(spoilt).success;
          if (!byZod) rejected += 1;
          expect(accepts(schemaOf(event), spoilt), `${where} ${key} ${JSON.stringify(wrong)}`).toBe(byZod);
        }
      }
    }
    expect(rejected).toBeGreaterThan(1000);
  });

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
  ])("validate an answer: %j, %j", (right, answer) => {
    expect(accepts(schemaOf("answer"), answer)).toBe(right);
    expect(answerSchema.safeParse(answer).success).toBe(right);
  });
});
