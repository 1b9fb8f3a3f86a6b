import fc from "fast-check";

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** Names that a careless copy loses, renames or misinterprets. */
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
  // Excludes `-0`, which JSON cannot represent.
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
  fc.string({ unit: "binary", maxLength: 6 }),
);

/** Any value that a host may send, as after `JSON.parse`: `__proto__` is an ordinary key. */
export const json: fc.Arbitrary<Json> = fc
  .letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 2, depthIdentifier: "json" },
      leaf,
      fc.array(tie("value"), { maxLength: 2, depthIdentifier: "json" }),
      fc.dictionary(key, tie("value"), { maxKeys: 3, depthIdentifier: "json" }),
    ),
  }))
  .value.map(throughJson);

export const jsonObject: fc.Arbitrary<JsonObject> = fc.dictionary(key, json, { maxKeys: 3 }).map(throughJson);

/** An object with known fields and fields that the reader does not know. Known fields win. */
export function withUnknown<T extends object>(known: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.tuple(jsonObject, known).map(([unknown, fields]) => throughJson({ ...unknown, ...fields }));
}

/** An object whose fields may each be missing or null. */
export function sparse(fields: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<JsonObject> {
  const nullable = Object.entries(fields).map(([name, value]) => [name, fc.option(value)]);
  return fc.record(Object.fromEntries(nullable), { requiredKeys: [] }) as fc.Arbitrary<JsonObject>;
}

export function throughJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value));
}
