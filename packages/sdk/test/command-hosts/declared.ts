import { existsSync, readFileSync } from "node:fs";
import type { Schema } from "../protocol/json-schema.js";
import { simulationOf } from "./recordings.js";

/** What a host's own package declares for its events. The fixtures' README names the source. */
export interface Declared {
  readonly payloads: Readonly<Record<string, Schema>>;
  readonly answers: Readonly<Record<string, Schema>>;
}

/** Returns `undefined` for a host whose package declares nothing. */
export function declaredBy(host: string): Declared | undefined {
  const { version } = simulationOf(host);
  const file = new URL(`../../src/hosts/${host}/fixtures/${version}/declared.json`, import.meta.url);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Declared) : undefined;
}

/** Returns values of a schema that cover every alternative, with each optional field and without any of them. */
export function samplesOf(schema: Schema): unknown[] {
  if (schema.anyOf) return schema.anyOf.flatMap(samplesOf);
  if ("const" in schema) return [schema.const];
  if (schema.enum) return schema.enum;
  if (schema.type === undefined) return [{ any: ["value"] }];
  return [schema.type].flat().flatMap((type) => samplesOfType(type, schema));
}

function samplesOfType(type: string, schema: Schema): unknown[] {
  if (type === "object") return objectsOf(schema);
  if (type === "array") return [[], samplesOf(schema.items ?? {})];
  const samples: Readonly<Record<string, unknown[]>> = {
    string: ["text", ""],
    number: [0, 1.5],
    integer: [0, 1],
    boolean: [true, false],
    null: [null],
  };
  const values = samples[type];
  if (values === undefined) throw new Error(`expected a type of JSON Schema, got ${type}`);
  return values;
}

function objectsOf({ properties = {}, required = [] }: Schema): Record<string, unknown>[] {
  const fields = Object.entries(properties).map(([name, field]) => [name, samplesOf(field)] as const);
  const first = (some: typeof fields) => Object.fromEntries(some.map(([name, values]) => [name, values[0]]));
  const least = first(fields.filter(([name]) => required.includes(name)));
  const whole = first(fields);
  return [
    least,
    whole,
    ...fields.flatMap(([name, values]) =>
      values.flatMap((value) => [least, whole].map((one) => ({ ...one, [name]: value }))),
    ),
  ];
}
