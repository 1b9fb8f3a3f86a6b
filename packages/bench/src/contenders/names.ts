/** The contenders, with their titles in the tables. The first is the floor of most measures. */
export const TITLES = {
  bare: "bare loop",
  "agent-hook": "agent-hook",
  python: "Python plugin",
  mcp: "MCP SDK",
  civic: "Civic's hook",
  "cc-hooks-ts": "cc-hooks-ts",
  polyhook: "polyhook",
  resident: "agent-hook, `--resident`",
  "ready-made": "agent-hook, four ready-made hooks",
  "cc-safety-net": "cc-safety-net",
  nah: "nah",
  rule: "deny rule of Claude Code",
  http: "`http` hook of Claude Code",
  prompt: "`prompt` hook of Claude Code",
} as const;

export type ContenderName = keyof typeof TITLES;

export const OURS = "agent-hook";

/** What people use instead of a guard of their own, and our other forms. Only the rows about guards measure them. */
export const GUARDS = [
  "resident",
  "ready-made",
  "cc-safety-net",
  "nah",
  "rule",
  "http",
  "prompt",
] as const satisfies readonly ContenderName[];

export const PEERS = (Object.keys(TITLES) as ContenderName[]).filter(
  (name) => name !== "bare" && name !== OURS && !(GUARDS as readonly string[]).includes(name),
);
