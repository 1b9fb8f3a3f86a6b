import type { DecisionRecord } from "@agent-hook/sdk/internal/record";
import { sinceTime } from "../audit/since.js";
import type { FilterFlags } from "./options.js";

/** Returns a function that tells whether the flags select a decision. Throws a usage error for an invalid time. */
export function filterOf(flags: FilterFlags, now: number): (record: DecisionRecord) => boolean {
  const { host, hook, tool, decision, session = "", since } = flags;
  const oldest = since === undefined ? 0 : sinceTime(since, now);
  const isOneOf = (wanted: readonly string[] | undefined, ...values: readonly (string | undefined)[]) =>
    wanted === undefined || values.some((value) => value !== undefined && wanted.includes(value));
  return (record) =>
    isOneOf(host, record.host.name) &&
    isOneOf(hook, record.hook, record.by) &&
    isOneOf(tool, record.tool) &&
    isOneOf(decision, record.decision, record.failure && "failure") &&
    (record.session ?? "").startsWith(session) &&
    Date.parse(record.time) >= oldest;
}
