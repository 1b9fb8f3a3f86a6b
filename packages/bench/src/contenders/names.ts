/** The contenders, with their titles in the tables. The first is the floor of most measures. */
export const TITLES = {
  bare: "bare loop",
  "agent-hook": "agent-hook",
  python: "Python plugin",
  mcp: "MCP SDK",
  civic: "Civic's hook",
  "cc-hooks-ts": "cc-hooks-ts",
  polyhook: "polyhook",
} as const;

export type ContenderName = keyof typeof TITLES;

export const OURS = "agent-hook";
export const PEERS = (Object.keys(TITLES) as ContenderName[]).filter((name) => name !== "bare" && name !== OURS);
