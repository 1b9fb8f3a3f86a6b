import { titleOf } from "@agent-hook/sdk/hosts";
import {
  bySimulatedHost,
  SIMULATED_HOSTS,
  SIMULATIONS,
  type SimulatedHost,
  type Simulation,
} from "@agent-hook/sdk/internal/simulations";

/** A host, or a variant of one. A variant calls its hooks even for calls that the user's rules permit. */
export type Column = "picoclaw" | "mcp" | "civic" | SimulatedHost | `${SimulatedHost}/${string}`;

export const COLUMNS: Readonly<Record<Column, string>> = {
  picoclaw: "PicoClaw",
  mcp: "MCP",
  civic: "Civic",
  ...bySimulatedHost(({ isRead }, name) => (isRead ? `${titleOf(name)} (read)` : titleOf(name))),
  ...Object.fromEntries(SIMULATED_HOSTS.flatMap(variantsOf)),
};

function variantsOf(name: SimulatedHost) {
  const { variants = {} }: Simulation = SIMULATIONS[name];
  return Object.entries(variants).map(([variant, { setting }]) => {
    return [`${name}/${variant}`, `${titleOf(name)}, \`${setting}\`, permitted calls`] as const;
  });
}

/** What happens to a call that a guard must check. */
export type CallEffect = "allowed" | "asks the user" | "denied" | "ended";
/** What happens to a text that a redactor must check. */
export type TextEffect = "hidden" | "withheld" | "passed on" | "ended";

/** A cell for every column, `-` where the case does not exist. */
export type Cells<Cell> = Readonly<Partial<Record<Column, Cell | "-">>>;

/** Returns the same cell for every column except the given ones. */
export function all<Cell extends string>(cell: Cell | "-", others: Cells<Cell> = {}): Cells<Cell> {
  const cells = Object.keys(COLUMNS).map((column) => [column, cell] as const);
  return { ...(Object.fromEntries(cells) as Cells<Cell>), ...others };
}
