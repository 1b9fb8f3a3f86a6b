const MAX_LENGTH = 64;
const HASH = 8;

/**
 * Returns the name under which PicoClaw shows a tool of an MCP server to the model and to hooks: `mcp_SERVER_TOOL` in
 * lower case. If PicoClaw changes more than the case of a name, or if the result is too long, a hash of both names is
 * appended. From PicoClaw's source code, unchanged since v0.2.6.
 */
export function mcpToolName(server: string, tool: string): string {
  const [safeServer, safeTool] = [safe(server), safe(tool)];
  const full = `mcp_${safeServer}_${safeTool}`;
  const lossless = server.toLowerCase() === safeServer && tool.toLowerCase() === safeTool;
  if (lossless && full.length <= MAX_LENGTH) return full;
  const room = MAX_LENGTH - HASH - 1;
  const base = full.length > room ? full.slice(0, room).replace(/_+$/, "") : full;
  return `${base}_${hash(`${server}\0${tool}`)}`;
}

/**
 * Returns the name of the MCP server that has one of the tools under the name `called`, or `undefined` if none fits.
 * From a name with a hash, a server's name cannot be read: then it is `likely`, if that fits.
 */
export function mcpServerOf(called: string, tools: readonly string[], likely: string): string | undefined {
  const candidates = tools.flatMap((tool) => {
    const ending = `_${safe(tool)}`;
    return called.startsWith("mcp_") && called.endsWith(ending) ? [called.slice("mcp_".length, -ending.length)] : [];
  });
  const names = [likely, ...candidates].filter((name) => tools.some((tool) => mcpToolName(name, tool) === called));
  return names[0];
}

function safe(name: string): string {
  const kept = name.toLowerCase().replace(/[^a-z0-9-]+/g, "_");
  return (kept.replace(/^_|_$/g, "") || "unnamed").slice(0, MAX_LENGTH);
}

/** FNV-1a, 32 bits. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193);
  return (value >>> 0).toString(16).padStart(HASH, "0");
}
