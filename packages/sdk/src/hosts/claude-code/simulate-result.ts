/** Returns a text in the shape of a tool's results (observed). For an unknown tool, returns the text unchanged. */
export function resultOf(tool: string, text: string): unknown {
  const lines = text === "" ? [] : text.split("\n");
  switch (tool) {
    case "Bash":
      return { stdout: text, stderr: "", interrupted: false, isImage: false, noOutputExpected: false };
    case "Read": {
      const file = {
        filePath: "/a.txt",
        content: text,
        numLines: lines.length,
        startLine: 1,
        totalLines: lines.length,
      };
      return { type: "text", file };
    }
    case "Grep":
      return { mode: "content", numFiles: 0, filenames: [], content: text, numLines: lines.length };
    case "Glob":
      return { filenames: lines, durationMs: 1, numFiles: lines.length, truncated: false };
    default:
      return tool.startsWith("mcp__") ? [{ type: "text", text }] : text;
  }
}
