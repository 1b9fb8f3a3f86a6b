/** The last input of the model, from the user or a tool. */
export type ModelInput =
  | { readonly from: "user"; readonly text: string }
  | { readonly from: "tool"; readonly text: string };

/** A reply of the scripted model: a call, or its final text. */
export type ModelReply =
  | { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> }
  | { readonly text: string };

const CALL = /^CALL (\S+) (\{.*\})\s*$/m;

/** Returns the prompt that makes the scripted model call a tool. */
export function callPrompt(tool: string, args: Readonly<Record<string, unknown>>): string {
  return `CALL ${tool} ${JSON.stringify(args)}`;
}

/**
 * The whole script. A line `CALL <tool> {json}` from the user or a tool becomes that call. Any other tool result is
 * quoted after `FINAL: `. The reply to anything else is a greeting.
 */
export function replyTo(input: ModelInput): ModelReply {
  const [, tool, args] = CALL.exec(input.text) ?? [];
  if (tool !== undefined && args !== undefined) return { tool, arguments: JSON.parse(args) as Record<string, unknown> };
  return { text: input.from === "tool" ? `FINAL: ${input.text}` : "hello" };
}
