import { titleOf } from "@agent-hook/sdk/hosts";
import { bySimulatedHost } from "@agent-hook/sdk/simulations";

export const COLUMNS = {
  picoclaw: "PicoClaw",
  "docker-agent": "docker-agent",
  "docker-agent/preempt": "docker-agent, `preempt_yolo`, under --yolo",
  mcp: "MCP",
  civic: "Civic",
  ...bySimulatedHost((_, name) => titleOf(name)),
} as const;
export type Column = keyof typeof COLUMNS;

/** What happens to a call that a guard must check. */
export type Ruling = "allowed" | "asks the user" | "denied" | "ended";
/** What happens to a text that a redactor must check. */
export type Passing = "hidden" | "withheld" | "passed on" | "ended";

/** A cell for every column, `-` where the case does not exist. */
export type Cells<Cell> = Readonly<Record<Column, Cell | "-">>;

/** Returns the same cell for every column except the given ones. */
export function all<Cell extends string>(cell: Cell | "-", others: Partial<Cells<Cell>> = {}): Cells<Cell> {
  const cells = Object.keys(COLUMNS).map((column) => [column, cell] as const);
  return { ...(Object.fromEntries(cells) as Cells<Cell>), ...others };
}
