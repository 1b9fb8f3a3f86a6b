/** What a model was told last: by the user, or by a tool. */
export type Heard = { readonly from: "user"; readonly text: string } | { readonly from: "tool"; readonly text: string };

/** What the scripted model says: a call, or its final text. */
export type Reply =
  | { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> }
  | { readonly text: string };

const CALL = /^CALL (\S+) (\{.*\})\s*$/m;

/** The prompt that makes the scripted model call a tool. */
export function callPrompt(tool: string, args: Readonly<Record<string, unknown>>): string {
  return `CALL ${tool} ${JSON.stringify(args)}`;
}

/**
 * The whole script: a line `CALL <tool> {json}` of the user or of a tool becomes that call, any other result of a tool is
 * quoted behind `FINAL: `, and anything else is greeted.
 */
export function replyTo(heard: Heard): Reply {
  const [, tool, args] = CALL.exec(heard.text) ?? [];
  if (tool !== undefined && args !== undefined) return { tool, arguments: JSON.parse(args) as Record<string, unknown> };
  return { text: heard.from === "tool" ? `FINAL: ${heard.text}` : "hello" };
}
