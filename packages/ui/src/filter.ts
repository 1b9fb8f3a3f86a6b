import type { DecisionRecord } from "@agent-hook/sdk/internal/record";
import type { Entry } from "./decision.js";

/** What the user selects. An empty text selects everything. */
export interface Filter {
  readonly search: string;
  readonly host: string;
  readonly hook: string;
  readonly decision: string;
  readonly tool: string;
  readonly session: string;
}

export const NO_FILTER: Filter = { search: "", host: "", hook: "", decision: "", tool: "", session: "" };

/** Selects failures instead of a decision. */
export const FAILURES = "failure";

/** Returns the entries that a filter selects, in the same order. */
export function select(entries: readonly Entry[], filter: Filter): readonly Entry[] {
  const words = filter.search.toLowerCase().split(/\s+/).filter(Boolean);
  const { host, hook, decision, tool, session } = filter;
  if (words.length === 0 && [host, hook, decision, tool, session].every((text) => text === "")) return entries;
  return entries.filter((entry) => {
    const { record } = entry;
    return (
      (host === "" || record.host.name === host) &&
      (hook === "" || record.hook === hook) &&
      (tool === "" || record.tool === tool) &&
      (session === "" || record.session === session) &&
      (decision === "" || (decision === FAILURES ? record.failure !== undefined : record.decision === decision)) &&
      words.every((word) => searchText(entry).includes(word))
    );
  });
}

const searchTexts = new WeakMap<Entry, string>();

/** Returns everything in a record in which the user may search, in lower case. */
function searchText(entry: Entry): string {
  const known = searchTexts.get(entry);
  if (known !== undefined) return known;
  const texts: string[] = [];
  collect(entry.record, texts);
  const text = texts.join("\n").toLowerCase();
  searchTexts.set(entry, text);
  return text;
}

function collect(value: unknown, texts: string[]): void {
  if (typeof value !== "object" || value === null) texts.push(String(value));
  else if (Array.isArray(value)) for (const item of value) collect(item, texts);
  else {
    for (const [key, item] of Object.entries(value)) {
      texts.push(key);
      collect(item, texts);
    }
  }
}

/** The values that a filter can select, each once, sorted. */
export interface Choices {
  readonly host: readonly string[];
  readonly hook: readonly string[];
  readonly decision: readonly string[];
  readonly tool: readonly string[];
  readonly session: readonly string[];
}

/** A hostile agent may use any number of names. */
const MAX_CHOICES = 500;

export function choicesIn(entries: readonly Entry[]): Choices {
  const distinct = (value: (record: DecisionRecord) => string | undefined) => {
    const values = new Set<string>();
    // The newest first: their names are wanted most.
    for (let at = entries.length - 1; at >= 0 && values.size < MAX_CHOICES; at--) {
      const text = value((entries[at] as Entry).record);
      if (text !== undefined && text !== "") values.add(text);
    }
    return [...values].sort();
  };
  return {
    host: distinct(({ host }) => host.name),
    hook: distinct(({ hook }) => hook),
    decision: distinct(({ decision }) => decision),
    tool: distinct(({ tool }) => tool),
    session: distinct(({ session }) => session),
  };
}
