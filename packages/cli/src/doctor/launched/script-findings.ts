import { dirname, join } from "node:path";
import { CommandError } from "../../command-error.js";
import { type EventScripts, eventScripts } from "../../config/event-scripts.js";
import { formatList } from "../../format-list.js";
import { type Finding, finding } from "../findings.js";
import type { Facts } from "./gather.js";

/** Reports scripts that the agent starts, and that are not those of the hooks in the file next to them. */
export function scriptFindings({ agent: { name, title, scripts: form }, files }: Facts): Finding[] {
  if (form === undefined) return [];
  return files.flatMap(({ path, value, fault }) => {
    if (fault !== undefined) return [];
    const fix = `agent-hook config ${name} --write -- COMMAND writes them again`;
    const stale = staleNames(() => eventScripts(form, dirname(path), value));
    if (typeof stale === "string") return [finding("script-stale", stale, "remove a hook or a file")];
    if (stale.length === 0) return [];
    const names = formatList(stale.map((script) => join(dirname(path), script)));
    return [
      finding("script-stale", `${names}: not the script that ${title} has to start for the hooks in ${path}`, fix),
    ];
  });
}

function staleNames(compare: () => EventScripts): readonly string[] | string {
  try {
    const { outdated, orphaned } = compare();
    return [...outdated, ...orphaned];
  } catch (error) {
    if (error instanceof CommandError) return error.message;
    throw error;
  }
}
