import { list } from "../../words.js";
import { type Finding, finding } from "../findings/catalogue.js";
import type { Hook } from "./gather.js";
import type { Entry } from "./hook-entry.js";

/** Reports hooks with more than one entry for an event, most often in both the user's and the project's file. */
export function twiceFindings(hooks: readonly Hook[], title: string): Finding[] {
  const all = hooks.flatMap(({ entries, command }) => entries.map((entry) => ({ entry, key: keyOf(entry, command) })));
  const keys = [...new Set(all.map(({ key }) => key))];
  const groups = keys.map((key) => all.filter((one) => one.key === key).map(({ entry }) => entry));
  const names = new Map<string, Entry[]>();
  for (const group of groups.filter(({ length }) => length > 1)) {
    const [first] = group as [Entry, ...Entry[]];
    const name = first.name ?? first.command;
    names.set(name, [...(names.get(name) ?? []), ...group]);
  }
  return [...names].map(([name, entries]) => {
    const events = [...new Set(entries.map(({ event }) => event))];
    const files = [...new Set(entries.map(({ file }) => file.path))];
    const where = files.length === 1 ? `more than once in ${files[0]}` : `in ${list(files)}`;
    const what = `${name} is configured ${where} for ${list(events)}: ${title} may start it for each`;
    return finding("configured-twice", what, "no action needed; to run it once, remove all but one");
  });
}

/** Returns a key that is the same for the same program and the same calls. */
function keyOf({ event, matcher = "", raw, launched, command: text }: Entry, command: readonly string[] = []): string {
  return JSON.stringify([event, matcher, raw.if ?? "", launched === undefined ? text : command]);
}
