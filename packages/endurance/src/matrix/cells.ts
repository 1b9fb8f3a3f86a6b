export const COLUMNS = {
  picoclaw: "PicoClaw",
  "docker-agent": "docker-agent",
  "docker-agent/preempt": "docker-agent, `preempt_yolo`, under --yolo",
  mcp: "MCP",
  civic: "Civic",
  "claude-code": "Claude Code",
  codex: "Codex",
  gemini: "Gemini CLI",
  copilot: "Copilot CLI",
} as const;
export type Column = keyof typeof COLUMNS;

/** What becomes of a call that a guard was to look at. */
export type Ruling = "allowed" | "asks the user" | "denied" | "ended";
/** What becomes of a text that a redactor was to look at. */
export type Passing = "hidden" | "withheld" | "passed on" | "ended";

/** A cell for every column; `-` where there is no such case. */
export type Cells<Cell> = Readonly<Record<Column, Cell | "-">>;

/** The same for all, but for some. */
export function all<Cell extends string>(cell: Cell | "-", others: Partial<Cells<Cell>> = {}): Cells<Cell> {
  const cells = Object.keys(COLUMNS).map((column) => [column, cell] as const);
  return { ...(Object.fromEntries(cells) as Cells<Cell>), ...others };
}
