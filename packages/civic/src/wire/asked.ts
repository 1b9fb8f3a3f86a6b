/** What a URL asks for: `/any/prefix/first,second?batch=1`. */
export interface Asked {
  readonly prefix: readonly string[];
  /** The names of the methods; of no path, one empty name. */
  readonly methods: readonly string[];
  /** Whether the body has an input for each, by its number, and the reply an item. */
  readonly batch: boolean;
}

/** Nothing for what is no URL. */
export function asked(target: string): Asked | undefined {
  // Not by `URL`: a path that begins with two slashes is a host to it.
  const [path = "", query = ""] = target.split("?", 2);
  try {
    const segments = path.split("/").filter(Boolean).map(decodeURIComponent);
    const methods = (segments.pop() ?? "").split(",");
    return { prefix: segments, methods, batch: new URLSearchParams(query).get("batch") === "1" };
  } catch {
    return undefined;
  }
}
