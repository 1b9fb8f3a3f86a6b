import { READ_VARIABLES } from "../../packages/hooks/src/policy/read-variables.js";
import { DIFFERENT_BY_SOURCE } from "../../packages/sdk/src/serve/resident/variables.js";
import { table } from "./table.js";

/** Lists the variables by which a process that stays tells environments apart. */
export function variablesTable(): string {
  const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(", ");
  return table(
    ["", "variables"],
    [
      ...Object.entries(DIFFERENT_BY_SOURCE).map(([source, names]) => [`may differ: from ${source}`, code(names)]),
      ["a policy of `add` without `judge` and `hookFiles`: only these must be the same", code(READ_VARIABLES)],
    ],
  );
}
