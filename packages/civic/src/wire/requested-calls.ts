/** The calls in a URL: `/any/prefix/first,second?batch=1`. */
export interface RequestedCalls {
  readonly prefix: readonly string[];
  /** The names of the methods; without a path, one empty name. */
  readonly methods: readonly string[];
  /** Whether the body contains an input for each call, keyed by index, and the reply contains an item for each call. */
  readonly batch: boolean;
}

/** Returns `undefined` for an invalid URL. */
export function requestedCalls(target: string): RequestedCalls | undefined {
  // This does not use `URL`, which reads a path that begins with two slashes as a host.
  const [path = "", query = ""] = target.split("?", 2);
  try {
    const segments = path.split("/").filter(Boolean).map(decodeURIComponent);
    const methods = (segments.pop() ?? "").split(",");
    return { prefix: segments, methods, batch: new URLSearchParams(query).get("batch") === "1" };
  } catch {
    return undefined;
  }
}
