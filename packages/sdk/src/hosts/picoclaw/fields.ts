import { RAW, type WithRaw } from "../../hook/raw.js";

export type Raw = Readonly<Record<string, unknown>>;

/** A field under our name and the host's. */
export interface Field {
  readonly ours: string;
  readonly theirs: string;
  readonly decode?: (value: never) => unknown;
  readonly encode?: (value: never) => unknown;
  /** What we show where the host sends nothing. */
  readonly absent?: unknown;
}

/** Our object of a host's object; the host's own rides along under `RAW`. */
export function decodeFields<T>(raw: Raw, fields: readonly Field[]): T {
  const value: Record<PropertyKey, unknown> = {};
  for (const field of fields) {
    const theirs = raw[field.theirs];
    const ours = theirs === undefined || theirs === null ? field.absent : (field.decode?.(theirs as never) ?? theirs);
    if (ours !== undefined) value[field.ours] = ours;
  }
  value[RAW] = raw;
  return value as T;
}

/**
 * The host's object of ours: known fields as they are now (one that was left out is removed), fields that only the
 * host knows as they came. Built from entries, so that a key named `__proto__` stays a key.
 */
export function encodeFields(
  value: object,
  fields: readonly Field[],
  raw: Raw = rawOf(value),
): Record<string, unknown> {
  const known = new Map(fields.map((field) => [field.theirs, field]));
  const entries: [string, unknown][] = [];
  const put = (field: Field, theirs: unknown) => {
    const ours = (value as Raw)[field.ours];
    // What stands for the host's null or missing field goes back as the host's.
    const untouched = (theirs === null || theirs === undefined) && RAW in value && ours === field.absent;
    if (untouched && theirs === null) entries.push([field.theirs, null]);
    else if (!untouched && ours !== undefined) entries.push([field.theirs, field.encode?.(ours as never) ?? ours]);
  };
  for (const [key, theirs] of Object.entries(raw)) {
    const field = known.get(key);
    if (field === undefined) entries.push([key, theirs]);
    else put(field, theirs);
  }
  for (const field of fields) if (!Object.hasOwn(raw, field.theirs)) put(field, undefined);
  return Object.fromEntries(entries);
}

/** The host's own object that rides along, `{}` for an object that the author made. */
export function rawOf(value: object): Raw {
  return (value as WithRaw)[RAW] ?? {};
}

/** A list of objects, item by item. */
export function listOf<T>(codec: { decode(raw: Raw): T; encode(value: T): unknown }): Pick<Field, "decode" | "encode"> {
  return {
    decode: (items: readonly Raw[]) => items.map(codec.decode),
    encode: (items: readonly T[]) => items.map(codec.encode),
  };
}
