type Path = readonly string[];

/** A value in superjson's format: JSON, and the positions of values that JSON lacks. */
export interface SuperJson {
  readonly json?: unknown;
  readonly meta?: { readonly values?: unknown; readonly v?: number };
}

/**
 * Returns the value that a client sent. Modifies its argument. Of the values that JSON lacks, Civic's client sends
 * `undefined`, URLs, dates and errors (observed). An error becomes an object with its name and message. Anything else
 * stays JSON, and is also sent on as JSON.
 */
export function decode(item: SuperJson): unknown {
  const holder = { json: item.json };
  const legacy = (item.meta?.v ?? 0) < 1;
  visit(item.meta?.values, ["json"], legacy, (type, path) => replace(holder, path, type));
  return holder.json;
}

/**
 * Visits the annotated types, the inner ones first. The annotations are a tree of `[type]`, `[type, inner]` and
 * `{ path: tree }`.
 */
function visit(tree: unknown, at: Path, legacy: boolean, onType: (type: unknown, path: Path) => void): void {
  const [type, inner] = Array.isArray(tree) ? tree : [undefined, tree];
  if (isObject(inner)) {
    for (const [key, below] of Object.entries(inner)) visit(below, [...at, ...keysOf(key, legacy)], legacy, onType);
  }
  if (type !== undefined) onType(type, at);
}

/**
 * Splits a path into its keys: `a.b\.c` is the key `b.c` in `a`. Since version 1, a backslash is escaped too. This does
 * not use a regular expression, which could take minutes.
 */
function keysOf(path: string, legacy: boolean): string[] {
  const keys: string[] = [];
  let key = "";
  for (let at = 0; at < path.length; at++) {
    const next = path[at + 1];
    if (path[at] === "\\" && (next === "." || (next === "\\" && !legacy))) {
      key += next;
      at++;
    } else if (path[at] === ".") {
      keys.push(key);
      key = "";
    } else {
      key += path[at];
    }
  }
  return [...keys, key];
}

/**
 * MCP's own values are JSON. Only the proxy's metadata for a request contains other values, such as the request's URL.
 */
const RICH = new Set(["requestExtra", "originalRequestExtra"]);

function replace(holder: object, path: Path, type: unknown): void {
  const last = path.at(-1) ?? "";
  const parent = path.slice(0, -1).reduce<unknown>((at, key) => (isObject(at) ? own(at, key) : undefined), holder);
  if (!isObject(parent) || !Object.hasOwn(parent, last)) return;
  const value = own(parent, last);
  if (type === "undefined") delete parent[last];
  else if (!RICH.has(path[1] ?? "")) return;
  else if (type === "URL" && URL.canParse(String(value))) parent[last] = new URL(String(value));
  else if (type === "Date") parent[last] = new Date(String(value));
}

function own(object: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
