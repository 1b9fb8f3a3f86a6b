import type { JsonObject } from "../../host-tools/config-schema.js";
import type { TomlForm } from "../../host-tools/toml-form.js";
import { isObject } from "../../text/index.js";

/**
 * The key of an entry's name outside of the file. In the file, the name is a comment at the end of the command: if an
 * entry has a field that Kimi Code does not know, it ignores all hooks.
 */
export const NAME = "#";

/** Kimi Code's `[[hooks]]`: one list of entries, each with its event. */
export const TOML: TomlForm = {
  key: "hooks",
  event: "event",
  read: (file) => (Array.isArray(file.hooks) ? { ...file, hooks: byEvent(file.hooks) } : file),
  write: (value) => (isObject(value.hooks) ? { ...value, hooks: entriesOf(value.hooks) } : value),
};

/** The key of the list of what has no event. Its items are kept whole. */
const NO_EVENT = "";

function byEvent(entries: readonly unknown[]): JsonObject {
  const lists = new Map<string, unknown[]>();
  for (const entry of entries) {
    const { event, ...rest } = isObject(entry) ? entry : {};
    const hasEvent = typeof event === "string" && event !== NO_EVENT;
    const list = hasEvent ? event : NO_EVENT;
    lists.set(list, [...(lists.get(list) ?? []), hasEvent ? named(rest) : entry]);
  }
  return Object.fromEntries(lists);
}

function entriesOf(lists: JsonObject): unknown[] {
  return Object.entries(lists).flatMap(([event, list]) =>
    (Array.isArray(list) ? list : []).map((entry) =>
      isObject(entry) && event !== NO_EVENT ? { event, ...commented(entry) } : entry,
    ),
  );
}

/** Takes the name out of a command. */
function named(entry: JsonObject): JsonObject {
  const [whole, command, name] = /^(.*) # ([\w.+-]+)$/.exec(String(entry.command)) ?? [];
  return whole === undefined ? entry : { [NAME]: name, ...entry, command };
}

function commented({ [NAME]: name, ...entry }: JsonObject): JsonObject {
  return name === undefined ? entry : { ...entry, command: `${entry.command} # ${name}` };
}
