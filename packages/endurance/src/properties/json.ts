import fc from "fast-check";

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** Names that a careless copy loses, renames or takes for something else. */
const ODD_KEYS = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "toJSON",
  "then",
  "length",
  "0",
  "12",
  "-1",
  "",
  " ",
  "a.b",
  "é",
  "x_unknown",
];

const key = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...ODD_KEYS) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 4 }) },
);

const leaf = fc.oneof(
  fc.constantFrom<Json>(null, true, false, 0, "", Number.MAX_SAFE_INTEGER, 5e-324, 1e21),
  // No `-0`: JSON cannot say it.
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
  fc.string({ unit: "binary", maxLength: 6 }),
);

/** Anything that a host may send, as it is after `JSON.parse`: a key named `__proto__` is one like any other. */
export const json: fc.Arbitrary<Json> = fc
  .letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 2, depthIdentifier: "json" },
      leaf,
      fc.array(tie("value"), { maxLength: 2, depthIdentifier: "json" }),
      fc.dictionary(key, tie("value"), { maxKeys: 3, depthIdentifier: "json" }),
    ),
  }))
  .value.map(onTheWire);

export const jsonObject: fc.Arbitrary<JsonObject> = fc.dictionary(key, json, { maxKeys: 3 }).map(onTheWire);

/** An object with known fields and some that its reader does not know; a known field outranks. */
export function withUnknown<T extends object>(known: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.tuple(jsonObject, known).map(([unknown, fields]) => onTheWire({ ...unknown, ...fields }));
}

/** An object whose fields may each be missing or null. */
export function sparse(fields: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<JsonObject> {
  const nullable = Object.entries(fields).map(([name, value]) => [name, fc.option(value)]);
  return fc.record(Object.fromEntries(nullable), { requiredKeys: [] }) as fc.Arbitrary<JsonObject>;
}

export function onTheWire<T>(value: T): T {
  return JSON.parse(JSON.stringify(value));
}
