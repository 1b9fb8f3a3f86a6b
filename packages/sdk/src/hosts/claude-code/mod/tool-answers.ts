/**
 * Returns a result of a tool with this text, in the tool's own shape, or `undefined` if the shape is not known: Claude
 * Code turns any other shape into an error (observed).
 */
export function resultOf(tool: string, text: string, input: unknown): unknown {
  if (tool.startsWith("mcp__")) return [{ type: "text", text }];
  if (tool === "Bash") return { stdout: text, stderr: "", interrupted: false, isImage: false };
  if (tool !== "Read") return undefined;
  const { file_path: filePath = "" } = Object(input) as { readonly file_path?: string };
  const lines = text.split("\n").length;
  return { type: "text", file: { filePath, content: text, numLines: lines, startLine: 1, totalLines: lines } };
}
