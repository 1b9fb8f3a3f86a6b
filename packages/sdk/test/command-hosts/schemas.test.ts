import { describe, expect, it } from "vitest";
import { commandHosts, commandSchemaFiles, EVENT_FIELD } from "../../../../scripts/generate-schemas.js";
import { accepts, malformed, type Schema } from "../../../protocol/test/json-schema.js";
import { HOST_DENIALS } from "../../src/hosts/generated/host-denials.js";
import { recordings } from "./recordings.js";

const hosts = Object.entries(commandHosts).filter(([, { hasAnswerPerEvent }]) => hasAnswerPerEvent);

describe.each(hosts)("the JSON Schemas of %s", (name, host) => {
  const { title, events, payload, answer } = host;
  const files = commandSchemaFiles(host) as Map<string, Schema>;
  const ofHost = recordings.filter((recorded) => recorded.host === name);

  it("are two per event: the payload and the answer", () => {
    const names = Object.keys(events).flatMap((event) => [`${event}.json`, `${event}.answer.json`]);
    expect([...files.keys()]).toEqual(names);
  });

  it("are of draft 2020-12, name the host, and are the same every time", () => {
    for (const [file, schema] of files) {
      expect(malformed(schema), file).toEqual([]);
      expect(schema.$schema).toBe("https://json-schema.org/draft/2020-12/schema");
      expect(schema.description).toContain(title);
    }
    expect(JSON.stringify([...commandSchemaFiles(host)])).toBe(JSON.stringify([...files]));
  });

  it.each(ofHost.map((recorded) => [recorded.where, recorded] as const))(
    "accept recorded payloads: %s",
    (_where, one) => {
      expect(accepts(files.get(`${one.event}.json`) ?? {}, one.payload)).toBe(true);
      expect(payload(one.event).safeParse(one.payload).error).toBeUndefined();
    },
  );

  it.runIf(ofHost.length > 0)("agree with the SDK's validation when one value is replaced or removed", () => {
    let rejected = 0;
    for (const { event, payload: whole, where } of ofHost) {
      for (const key of Object.keys(whole).filter((field) => !isNamedBy(files.get(`${event}.json`), field))) {
        for (const wrong of ["text", 12, true, null, [], {}, undefined]) {
          const { [key]: _value, ...others } = whole;
          const spoilt = wrong === undefined ? others : { ...others, [key]: wrong };
          const byZod = payload(event).safeParse(spoilt).success;
          if (!byZod) rejected += 1;
          expect(accepts(files.get(`${event}.json`) ?? {}, spoilt), `${where} ${key} ${JSON.stringify(wrong)}`).toBe(
            byZod,
          );
        }
      }
    }
    expect(rejected).toBeGreaterThan(50);
  });

  it("of answers reject unknown keys and other types", () => {
    for (const event of Object.keys(events)) {
      const schema = files.get(`${event}.answer.json`) ?? {};
      for (const wrong of [null, [], "deny", { desicion: "deny" }, { decision: "no" }, { later: 1 }]) {
        expect(accepts(schema, wrong), `${event} ${JSON.stringify(wrong)}`).toBe(false);
        expect(answer(event).safeParse(wrong).success).toBe(false);
      }
    }
  });

  it("of answers accept the launcher's denials", () => {
    for (const [event, document] of Object.entries(HOST_DENIALS[name]?.denials ?? {})) {
      const denial = JSON.parse(document);
      expect(accepts(files.get(`${event}.answer.json`) ?? {}, denial), event).toBe(true);
      expect(answer(event).safeParse(denial).error, event).toBeUndefined();
    }
  });
});

/** Returns whether a schema fixes the value of a field, since it names the event. */
function isNamedBy(schema: Schema | undefined, field: string): boolean {
  return field === EVENT_FIELD && (schema?.required ?? []).includes(field);
}
