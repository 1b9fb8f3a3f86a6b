/** Encodes the stdin of a hook: one JSON object as Go writes it, on one line without a trailing newline. */
export function payloadText(payload: object): string {
  return JSON.stringify(payload).replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/** Encodes a tool's arguments as the host does: keys sorted at every level, and no field if there are none. */
export function toolInput(input: Readonly<Record<string, unknown>>): { readonly tool_input?: unknown } {
  return Object.keys(input).length === 0 ? {} : { tool_input: sorted(input) };
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  );
}
