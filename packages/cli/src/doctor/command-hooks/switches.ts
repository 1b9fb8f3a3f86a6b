import type { CommandHookHost } from "../../host-config/command-hooks/command-hook-host.js";
import { type Finding, finding } from "../findings/catalogue.js";
import type { ReadFile } from "./agent.js";

/** Reports settings that switch off all hooks of a file, or those with these names. */
export function switchFindings(
  { switchedOff }: Pick<CommandHookHost, "switchedOff">,
  files: readonly ReadFile[],
  names: readonly string[] = [""],
): Finding[] {
  const found = files.flatMap(({ path, value }) =>
    names.flatMap((name) => {
      const off = switchedOff?.(value, name)?.replace(/: remove it first$/, "");
      return off === undefined ? [] : [`${path}: ${off} and reports nothing`];
    }),
  );
  return [...new Set(found)].map((what) => finding("switched-off", what, "remove it from that file"));
}
