import type { DecisionRecord } from "@agent-hook/sdk/internal/record";

/** In characters of JSON. The log's own lines are shorter. */
const MAX_RECORD = 65_536;
const MAX_FIELD = 16_384;

const FIELDS: readonly (keyof DecisionRecord)[] = [
  ...(["id", "time", "hook", "by", "file", "session", "agent", "turn", "call", "cwd", "point", "event"] as const),
  ...(["tool", "kind", "decision", "reason", "rule", "ms", "arguments", "changed", "pid"] as const),
];

/** Cuts the values of a record that another program wrote, so that it can be sent to a page. */
export function bounded(record: DecisionRecord): DecisionRecord {
  if (JSON.stringify(record).length <= MAX_RECORD) return record;
  const { host, failure } = record;
  const cutRecord = {
    ...Object.fromEntries(FIELDS.map((name) => [name, cut(record[name])])),
    host: cutEach(host, ["name", "version"]),
    failure: failure && cutEach(failure, ["kind", "where", "message", "cause", "consequence"]),
  };
  return cutRecord as unknown as DecisionRecord;
}

function cutEach<T extends object>(value: T, names: readonly (keyof T)[]): object {
  return Object.fromEntries(names.map((name) => [name, cut(value[name])]));
}

function cut(value: unknown): unknown {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return text.length <= MAX_FIELD ? value : `${text.slice(0, MAX_FIELD)}… (${text.length} characters)`;
}
