import { describe, expect, it } from "vitest";
import { type CommandHost, commandHosts } from "../../../../scripts/generate-schemas.js";
import type { Schema } from "../protocol/json-schema.js";
import { fieldsOfRule, inner, shapeOf } from "../types/fields-of.js";
import { declaredBy, samplesOf } from "./declared.js";
import { COMMAND_HOSTS } from "./recordings.js";

const HOSTS = COMMAND_HOSTS.flatMap((name) => {
  const host = commandHosts[name] as CommandHost;
  const declared = declaredBy(name);
  return declared === undefined ? [] : [[host.title, host, declared] as const];
});

describe.each(HOSTS)("%s", (_title, { payload, answer, events }, declared) => {
  const names = Object.keys(declared.payloads);
  const fieldsOf = (schema: Schema | undefined) => Object.keys(schema?.properties ?? {});

  it("declares only events that are known", () => {
    expect(Object.keys(events)).toEqual(expect.arrayContaining(names));
  });

  it("every payload that the host declares can be read", () => {
    for (const event of names) {
      const samples = samplesOf(declared.payloads[event] ?? {});
      expect(samples.length, event).toBeGreaterThan(10);
      for (const sample of samples) {
        const { error } = payload(event as never).safeParse(sample);
        expect(error, `${event} ${JSON.stringify(sample)}`).toBeUndefined();
      }
    }
  });

  it("every field that the host declares is in the interface", () => {
    for (const event of names) {
      const known = Object.keys(fieldsOfRule(payload(event as never)));
      expect(known, event).toEqual(expect.arrayContaining(fieldsOf(declared.payloads[event])));
    }
  });

  it("an answer has only fields that the host declares", () => {
    for (const [event, { properties: fields }] of Object.entries(declared.answers)) {
      const { hookSpecificOutput: output, ...others } = shapeOf(answer(event as never));
      expect(Object.keys(fields ?? {}), event).toEqual(expect.arrayContaining(Object.keys(others)));
      const specific = output === undefined ? [] : Object.keys(fieldsOfRule(inner(output)));
      expect(fieldsOf(fields?.hookSpecificOutput), event).toEqual(expect.arrayContaining(specific));
    }
  });
});
