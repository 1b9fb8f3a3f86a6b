/** The contenders, with their titles in the tables. The first is the floor of each table. */
export const TITLES = {
  bare: "bare script",
  "agent-hook": "agent-hook",
  python: "Python plugin",
  mcp: "MCP SDK",
  add: "`agent-hook add`",
  "add-changing": "`agent-hook add`, a variable differs at each call",
  "add-first": "`agent-hook add`, first call, and after idle",
  config: "`agent-hook config`, ten lines",
  "config-bun": "`agent-hook config`, ten lines, Bun",
  "cc-hooks-ts": "cc-hooks-ts",
  polyhook: "polyhook",
  "cc-safety-net": "cc-safety-net",
  nah: "nah",
  rule: "deny rule of Claude Code",
  http: "`http` hook of Claude Code",
} as const;

export type ContenderName = keyof typeof TITLES;

export const OURS = "agent-hook";

/** What else can be a hook of an agent that keeps its hooks running. */
export const PEERS = ["python", "mcp"] as const satisfies readonly ContenderName[];
