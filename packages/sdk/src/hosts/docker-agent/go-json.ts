import { type Node, parseTree } from "jsonc-parser";

type Scalar = "string" | "bool" | "integer" | "float" | "bytes" | "any";

/** A Go type, as far as JSON is concerned. */
export type GoType =
  | Scalar
  | { readonly sliceOf: GoType }
  | { readonly mapOf: GoType }
  | { readonly pointerTo: GoType }
  | GoStruct;

export interface GoStruct {
  readonly fields: Readonly<Record<string, GoType>>;
  /** The fields that are written even if they are empty. */
  readonly always?: readonly string[];
}

type Members = Readonly<Record<string, unknown>>;

class WrongType extends Error {}

/**
 * Returns the fields that Go's encoding/json reads from a text, with nil as `undefined`. Returns `undefined` if Go
 * reports an error. Differences from `JSON.parse`: names match in any case, duplicate names are merged (the last one
 * wins), null changes nothing, and one wrong type anywhere makes the whole text invalid.
 */
export function readAsGo(text: string, type: GoStruct): Members | undefined {
  try {
    // Both are needed: jsonc-parser accepts invalid JSON, and `JSON.parse` loses duplicate names.
    JSON.parse(text);
    const tree = parseTree(text);
    return tree && (read(type, tree, text, undefined) as Members);
  } catch (error) {
    if (error instanceof WrongType || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function read(type: GoType, node: Node, text: string, before: unknown): unknown {
  if (node.type === "null") return nullAs(type, before);
  if (typeof type === "string") return readScalar(type, node, text);
  if ("pointerTo" in type) return read(type.pointerTo, node, text, before);
  if ("sliceOf" in type) {
    const old = (before ?? []) as readonly unknown[];
    return childrenOf(node, "array").map((item, index) => read(type.sliceOf, item, text, old[index]));
  }
  const members = { ...(before as Members | undefined) };
  for (const [key, value] of membersOf(node)) {
    if ("mapOf" in type) {
      setOwn(members, key, read(type.mapOf, value, text, undefined));
      continue;
    }
    const name = Object.keys(type.fields).find((field) => folded(field) === folded(key));
    const field = name === undefined ? undefined : type.fields[name];
    if (name !== undefined && field !== undefined) members[name] = read(field, value, text, members[name]);
  }
  return members;
}

function readScalar(type: Scalar, node: Node, text: string): unknown {
  if (type === "any") return anyOf(node);
  if (type === "bytes" && node.type === "array") return bytesOf(childrenOf(node, "array"), text);
  const jsonType = { string: "string", bytes: "string", bool: "boolean", integer: "number", float: "number" } as const;
  if (node.type !== jsonType[type]) throw new WrongType();
  if (type === "integer" && !isInt64(literalOf(node, text))) throw new WrongType();
  if (type === "bytes") return base64Of(node.value);
  if (type === "float") return finite(node.value);
  return type === "string" ? wellFormed(node.value) : node.value;
}

function anyOf(node: Node): unknown {
  if (node.type === "number") return finite(node.value);
  if (node.type === "array") return childrenOf(node, "array").map(anyOf);
  if (node.type === "string") return wellFormed(node.value);
  if (node.type !== "object") return node.value;
  const members = {};
  for (const [key, value] of membersOf(node)) setOwn(members, key, anyOf(value));
  return members;
}

/** Returns what Go writes for a value that it read. Empty fields are left out, except fields that Go always writes. */
export function writeAsGo(type: GoType, value: unknown): unknown {
  if (typeof type === "string") return value ?? ZERO[type];
  if ("fields" in type) return writeStruct(type, value as Members | undefined);
  if (value === undefined) return null;
  if ("pointerTo" in type) return writeAsGo(type.pointerTo, value);
  if ("sliceOf" in type) return (value as readonly unknown[]).map((item) => writeAsGo(type.sliceOf, item));
  const members = {};
  for (const [key, item] of Object.entries(value as Members)) setOwn(members, key, writeAsGo(type.mapOf, item));
  return members;
}

function writeStruct({ fields, always = [] }: GoStruct, value: Members | undefined): Members {
  const members: Record<string, unknown> = {};
  for (const [name, type] of Object.entries(fields)) {
    const text = writeAsGo(type, value?.[name]);
    if (always.includes(name) || !isEmpty(type, text)) members[name] = text;
  }
  return members;
}

/** Whether Go leaves a value out as empty. A pointer that is not nil is never empty, and neither is a struct. */
function isEmpty(type: GoType, value: unknown): boolean {
  if (value === null) return true;
  if (typeof type === "string") return type !== "any" && (value === "" || value === false || value === 0);
  if ("sliceOf" in type) return (value as readonly unknown[]).length === 0;
  return "mapOf" in type && Object.keys(value as object).length === 0;
}

/** Null clears types that can be nil, and leaves others unchanged. */
function nullAs(type: GoType, before: unknown): unknown {
  if (type === "any") return null;
  if (typeof type === "string") return type === "bytes" ? undefined : (before ?? ZERO[type]);
  return "fields" in type ? before : undefined;
}

const ZERO = { string: "", bool: false, integer: 0, float: 0, bytes: null, any: null } as const;

/**
 * Folds case as Unicode does for single characters: in addition to A to Z, the Kelvin sign is a k and the long s an s.
 */
function folded(name: string): string {
  return name.toLowerCase().replaceAll("\u017f", "s");
}

function childrenOf(node: Node, type: "array" | "object"): readonly Node[] {
  if (node.type !== type) throw new WrongType();
  return node.children ?? [];
}

function membersOf(node: Node): readonly (readonly [string, Node])[] {
  return childrenOf(node, "object").map(({ children }) => {
    const [key, value] = children as [Node, Node];
    return [wellFormed(key.value), value];
  });
}

/** Defines `__proto__` as an ordinary key. */
function setOwn(members: object, key: string, value: unknown): void {
  Object.defineProperty(members, key, { value, enumerable: true, writable: true, configurable: true });
}

function finite(value: number): number {
  if (!Number.isFinite(value)) throw new WrongType();
  return value;
}

function isInt64(literal: string): boolean {
  return /^-?\d+$/.test(literal) && BigInt.asIntN(64, BigInt(literal)) === BigInt(literal);
}

/** A number with a fraction or an exponent is not a byte, whatever its value. */
function bytesOf(items: readonly Node[], text: string): string {
  const literals = items.map((item) => (item.type === "null" ? "0" : literalOf(item, text)));
  if (!literals.every((literal) => /^\d+$/.test(literal) && Number(literal) <= 255)) throw new WrongType();
  return Buffer.from(literals.map(Number)).toString("base64");
}

function literalOf({ offset, length }: Node, text: string): string {
  return text.slice(offset, offset + length);
}

/** Go replaces a surrogate without its pair by U+FFFD. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}

/** Go skips line breaks in base64. */
function base64Of(text: string): string {
  const bare = text.replace(/[\r\n]/g, "");
  if (bare.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(bare)) throw new WrongType();
  return bare;
}
