import type { HookTrust } from "@agent-hook/sdk/installs";
import type { CommandHookHost } from "../../host-config/command-hooks/command-hook-host.js";
import { type Finding, finding } from "../findings/catalogue.js";
import type { Found } from "../launched/entry-findings.js";
import type { ServedEntry } from "./entry.js";
import type { Entry } from "./hook-entry.js";

/** What an agent reports about its hooks, or why that is unknown. `undefined` for an agent that cannot be asked. */
export type Trust = HookTrust | { readonly failure: string } | undefined;

/** An agent that was asked knows more than its files show: which of them it trusts. */
export function knowsItself(trust: Trust): trust is HookTrust {
  return trust !== undefined && !("failure" in trust);
}

/** Returns what an agent reports about its files as a whole. */
export function trustFindings({ title, trust: question }: CommandHookHost, trust: Trust): Finding[] {
  if (knowsItself(trust)) return trust.findings.map(([id, what, fix]) => finding(id, what, fix));
  if (trust === undefined || question === undefined) return [];
  const what = `cannot find out whether ${title} trusts the hooks: ${trust.failure}`;
  return [finding("trust-unasked", what, question.fix)];
}

/** Reports whether an agent starts an entry. */
export function trustFound(entry: Entry | ServedEntry, trust: Trust): readonly Found[] {
  return knowsItself(trust) ? trust.foundAt(entry) : [];
}
