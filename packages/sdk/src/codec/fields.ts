import { RAW, type WithRaw } from "../hook/raw.js";

export type Raw = Readonly<Record<string, unknown>>;

/** A field under our name and under the host's name. */
export interface Field {
  readonly sdkName: string;
  readonly hostName: string;
  readonly decode?: (value: never) => unknown;
  readonly encode?: (value: never) => unknown;
  /** Our value if the host sends no value or null. */
  readonly defaultValue?: unknown;
}

/** Converts a host's object to ours, which carries the original under `RAW`. */
export function decodeFields<T>(raw: Raw, fields: readonly Field[]): T {
  const value: Record<PropertyKey, unknown> = {};
  for (const field of fields) {
    const hostValue = raw[field.hostName];
    const sdkValue =
      hostValue === undefined || hostValue === null
        ? field.defaultValue
        : (field.decode?.(hostValue as never) ?? hostValue);
    if (sdkValue !== undefined) value[field.sdkName] = sdkValue;
  }
  value[RAW] = raw;
  return value as T;
}

/**
 * Converts our object to the host's. Known fields have their current value, and known fields that were left out are
 * removed. Fields that only the host knows are unchanged.
 */
export function encodeFields(
  value: object,
  fields: readonly Field[],
  raw: Raw = rawOf(value),
): Record<string, unknown> {
  const isFromHost = RAW in value;
  const encoded: Record<string, unknown> = {};
  for (const key in raw) {
    if (!isKnown(fields, key)) setField(encoded, key, raw[key]);
  }
  for (const field of fields) {
    const sdkValue = (value as Raw)[field.sdkName];
    const hostValue = raw[field.hostName];
    // A default that stands for the host's null or missing field becomes null or missing again.
    const isUnchangedDefault =
      isFromHost && (hostValue === null || hostValue === undefined) && sdkValue === field.defaultValue;
    if (isUnchangedDefault) {
      if (hostValue === null) encoded[field.hostName] = null;
    } else if (sdkValue !== undefined) {
      encoded[field.hostName] = field.encode === undefined ? sdkValue : field.encode(sdkValue as never);
    }
  }
  return encoded;
}

function isKnown(fields: readonly Field[], key: string): boolean {
  for (const field of fields) if (field.hostName === key) return true;
  return false;
}

/** Sets a field. `__proto__` is an ordinary key in this data, but plain assignment would set the prototype. */
function setField(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== "__proto__") object[key] = value;
  else Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Returns the host's original object, or `{}` for an object that the author created. */
function rawOf(value: object): Raw {
  return (value as WithRaw)[RAW] ?? {};
}

/** Creates a codec for a list of objects. */
export function listOf<T>(codec: { decode(raw: Raw): T; encode(value: T): unknown }): Pick<Field, "decode" | "encode"> {
  return {
    decode: (items: readonly Raw[]) => items.map(codec.decode),
    encode: (items: readonly T[]) => items.map(codec.encode),
  };
}

/** Creates a codec for objects whose fields have other names or formats at the host. */
export function objectOf<T extends object>(fields: readonly Field[]) {
  return {
    decode: (raw: Raw) => decodeFields<T>(raw, fields),
    encode: (value: T) => encodeFields(value, fields),
  };
}

/** Merges the fields of an object and of its `function` into one object. */
export function flatten<T>(raw: Raw, outer: readonly Field[], inner: readonly Field[]): T {
  const whole = decodeFields<object>((raw.function ?? {}) as Raw, inner);
  return { ...whole, ...decodeFields<object>(raw, outer), [RAW]: raw } as T;
}

/** The reverse of `flatten`. */
export function nest(value: object, outer: readonly Field[], inner: readonly Field[]): Record<string, unknown> {
  const raw = rawOf(value);
  const { function: host, ...others } = raw;
  const body = encodeFields(value, inner, (host ?? {}) as Raw);
  const whole = encodeFields(value, outer, others);
  if (Object.keys(body).length === 0) return "function" in raw ? { ...whole, function: host } : whole;
  return host === undefined ? { type: "function", ...whole, function: body } : { ...whole, function: body };
}
