type Path = readonly string[];

/** A value as superjson writes it: JSON, and where in it stands what JSON has not. */
export interface SuperJson {
  readonly json?: unknown;
  readonly meta?: { readonly values?: unknown; readonly v?: number };
}

/**
 * The value that a client sent. Of what JSON has not, Civic's client sends `undefined`, a URL, a date and an error (run);
 * of anything else the JSON stays. Never throws: what cannot be read is left as it is.
 */
export function decode({ json, meta }: SuperJson): unknown {
  const holder = { json };
  visit(meta?.values, ["json"], meta?.v === 1, (type, path) => replace(holder, path, type));
  return holder.json;
}

/** The types that are noted, the inner ones first. */
function visit(tree: unknown, at: Path, escapes: boolean, found: (type: unknown, path: Path) => void): void {
  const [type, inner] = Array.isArray(tree) ? [tree[0], tree[1]] : [undefined, tree];
  if (typeof inner === "object" && inner !== null) {
    for (const [key, below] of Object.entries(inner)) visit(below, [...at, ...pathOf(key, escapes)], escapes, found);
  }
  if (type !== undefined) found(type, at);
}

/** `a.b\.c` is `b.c` in `a`; newer clients escape backslashes, too. */
function pathOf(text: string, escapes: boolean): string[] {
  const parts = text.match(escapes ? /(?:\\[\\.]|[^.])+|(?<=\.|^)(?=\.|$)/g : /(?:\\\.|[^.])+|(?<=\.|^)(?=\.|$)/g);
  return (parts ?? []).map((part) => part.replaceAll(escapes ? /\\([\\.])/g : /\\(\.)/g, "$1"));
}

function replace(holder: object, path: Path, type: unknown): void {
  const last = path.at(-1) ?? "";
  const parent = path.slice(0, -1).reduce<unknown>((at, key) => (isObject(at) ? own(at, key) : undefined), holder);
  if (!isObject(parent) || !Object.hasOwn(parent, last)) return;
  const value = own(parent, last);
  if (type === "undefined") delete parent[last];
  else if (type === "URL" && URL.canParse(String(value))) parent[last] = new URL(String(value));
  else if (type === "Date") parent[last] = new Date(String(value));
}

function own(object: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
