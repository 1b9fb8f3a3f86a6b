import type { ToolResult } from "@agent-hook/sdk";

/** What a tool returned or threw. */
export type Ran = { readonly output: unknown } | { readonly error: unknown };

/** Returns what a tool returned or threw as handlers read it. */
export function resultOf(ran: Ran): ToolResult {
  if ("output" in ran) return { forLlm: textOf(ran.output) };
  return { forLlm: textOfThrown(ran.error), isError: true };
}

/** Returns what a tool returned as the text that the model reads: a string as it is, anything else as JSON. */
export function textOf(output: unknown): string {
  return typeof output === "string" ? output : (JSON.stringify(output) ?? "");
}

/** Converts a changed text back to what the tool returned: an object stays an object if the text is still its JSON. */
export function outputFrom(text: string, original: unknown): unknown {
  if (typeof original === "string") return text;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === typeof original && Array.isArray(value) === Array.isArray(original) ? value : text;
  } catch {
    return text;
  }
}

/** Returns the text of what a tool threw: of any object, and of an error that prints itself in another form. */
export function textOfThrown(thrown: unknown): string {
  if (!(thrown instanceof Error))
    return typeof thrown === "object" && thrown !== null ? textOf(thrown) : String(thrown);
  const text = String(thrown);
  return text === `${thrown.name}: ${thrown.message}` ? thrown.message : text;
}

/** Returns a tool's arguments as handlers read them. Throws for arguments that are not an object. */
export function argumentsOf(input: unknown): Readonly<Record<string, unknown>> {
  if (typeof input === "object" && input !== null && !Array.isArray(input)) return input as Record<string, unknown>;
  throw new TypeError(`expected the arguments of a tool as an object, got ${input === null ? "null" : typeof input}`);
}
