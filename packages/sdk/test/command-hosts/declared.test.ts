import { describe, expect, it } from "vitest";
import { type CommandHost, commandHosts } from "../../../../scripts/generate-schemas.js";
import type { Schema } from "../../../protocol/test/json-schema.js";
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

  it.each(names)("%s: every payload that the host declares can be read", (event) => {
    const samples = samplesOf(declared.payloads[event] ?? {});
    expect(samples.length).toBeGreaterThan(10);
    for (const sample of samples) {
      expect(payload(event as never).safeParse(sample).error, JSON.stringify(sample)).toBeUndefined();
    }
  });

  it.each(names)("%s: every field that the host declares is in the interface", (event) => {
    const known = Object.keys(fieldsOfRule(payload(event as never)));
    expect(known).toEqual(expect.arrayContaining(fieldsOf(declared.payloads[event])));
  });

  it.each(Object.keys(declared.answers))("%s: an answer has only fields that the host declares", (event) => {
    const { hookSpecificOutput: output, ...others } = shapeOf(answer(event as never));
    const fields = declared.answers[event]?.properties;
    expect(Object.keys(fields ?? {})).toEqual(expect.arrayContaining(Object.keys(others)));
    if (output === undefined) return;
    expect(fieldsOf(fields?.hookSpecificOutput)).toEqual(
      expect.arrayContaining(Object.keys(fieldsOfRule(inner(output)))),
    );
  });
});
