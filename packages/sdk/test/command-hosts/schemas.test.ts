import { describe, expect, it } from "vitest";
import { commandHosts, commandSchemaFiles, EVENT_FIELD } from "../../../../scripts/generate-schemas.js";
import { HOST_DENIALS } from "../../src/hosts/generated/host-denials.js";
import { accepts, malformed, type Schema } from "../protocol/json-schema.js";
import { recordings } from "./recordings.js";

describe.each(Object.entries(commandHosts))("the JSON Schemas of %s", (name, host) => {
  const { title, events, payload, answer, hasAnswerPerEvent } = host;
  const files = commandSchemaFiles(host) as Map<string, Schema>;
  const ofHost = recordings.filter((recorded) => recorded.host === name);
  const answerSchema = (event: string) => files.get(hasAnswerPerEvent ? `${event}.answer.json` : "answer.json") ?? {};

  it("are the payload and the answer of each event, or one for all answers", () => {
    const answers = hasAnswerPerEvent ? [] : ["answer.json"];
    const ofEvent = (event: string) => [`${event}.json`, ...(hasAnswerPerEvent ? [`${event}.answer.json`] : [])];
    expect([...files.keys()]).toEqual([...Object.keys(events).flatMap(ofEvent), ...answers]);
  });

  it("are of draft 2020-12, name the host, and are the same every time", () => {
    for (const [file, schema] of files) {
      expect(malformed(schema), file).toEqual([]);
      expect(schema).toMatchObject({
        $schema: "https://json-schema.org/draft/2020-12/schema",
        title: file.replace(/\.json$/, "").replace(/\.answer$/, " answer"),
      });
      expect(schema.description).toContain(title);
    }
    expect(JSON.stringify([...commandSchemaFiles(host)])).toBe(JSON.stringify([...files]));
  });

  it("accept recorded payloads", () => {
    for (const { event, payload: recorded, where } of ofHost) {
      expect(accepts(files.get(`${event}.json`) ?? {}, recorded), where).toBe(true);
      expect(payload(event).safeParse(recorded).error, where).toBeUndefined();
    }
  });

  it("reject the payload of another event, if payloads name their event", () => {
    const [one, other] = ofHost.filter(({ event }) => isNamedBy(files.get(`${event}.json`), EVENT_FIELD));
    if (one === undefined || other === undefined) return;
    const renamed = { ...one.payload, [EVENT_FIELD]: `not ${one.event}` };
    expect(accepts(files.get(`${one.event}.json`) ?? {}, renamed)).toBe(false);
  });

  it("agree with the SDK's validation when one value is replaced or removed", () => {
    const differences: string[] = [];
    let rejected = 0;
    for (const { event, payload: whole, where } of ofHost) {
      for (const key of Object.keys(whole).filter((field) => !isNamedBy(files.get(`${event}.json`), field))) {
        for (const wrong of ["text", 12, true, null, [], {}, undefined]) {
          const { [key]: _value, ...others } = whole;
          const spoilt = wrong === undefined ? others : { ...others, [key]: wrong };
          const byZod = payload(event).safeParse(spoilt).success;
          if (!byZod) rejected += 1;
          if (accepts(files.get(`${event}.json`) ?? {}, spoilt) !== byZod) {
            differences.push(`${where} ${key} ${JSON.stringify(wrong)}`);
          }
        }
      }
    }
    expect(differences).toEqual([]);
    expect(rejected).toBeGreaterThan(50);
  });

  it("of answers reject unknown keys and other types", () => {
    for (const event of Object.keys(events)) {
      for (const wrong of [null, [], "deny", { desicion: "deny" }, { decision: "no" }, { later: 1 }]) {
        expect(accepts(answerSchema(event), wrong), `${event} ${JSON.stringify(wrong)}`).toBe(false);
        expect(answer(event).safeParse(wrong).success).toBe(false);
      }
    }
  });

  it("of answers accept the launcher's denials", () => {
    for (const [event, document] of Object.entries(HOST_DENIALS[name]?.denials ?? {})) {
      const denial = JSON.parse(document);
      expect(accepts(answerSchema(event), denial), event).toBe(true);
      expect(answer(event).safeParse(denial).error, event).toBeUndefined();
    }
  });
});

/** Returns whether a schema fixes the value of a field, since it names the event. */
function isNamedBy(schema: Schema | undefined, field: string): boolean {
  return field === EVENT_FIELD && (schema?.required ?? []).includes(field);
}
