import { type Document, documentIn, isObject, objectAt, SIMULATIONS, textAt } from "@agent-hook/sdk/simulations";
import type { CommandHostName } from "../../command-hosts/index.js";
import type { Run } from "../lab.js";

/** Returns the first part of an answer that its event does not allow, or `undefined`. */
export function strangeWord(host: CommandHostName, event: string, document: Document): string | undefined {
  const { answer, specific } = SIMULATIONS[host].keysAt(event);
  const key = Object.keys(document).find((one) => !answer.includes(one));
  if (key !== undefined) return `the key "${key}"`;
  const inner = document.hookSpecificOutput;
  if (inner === undefined) return undefined;
  if (!isObject(inner)) return "hookSpecificOutput that is not an object";
  if (inner.hookEventName !== event) return `hookEventName ${JSON.stringify(inner.hookEventName)}`;
  const innerKey = Object.keys(inner).find((one) => one !== "hookEventName" && !(specific?.includes(one) ?? true));
  return innerKey === undefined ? undefined : `the key "${innerKey}" in hookSpecificOutput`;
}

/** Whether an answer contains nothing that could affect a call. */
export function isRemark(document: Document): boolean {
  const keys = [...Object.keys(document), ...Object.keys(objectAt(document, "hookSpecificOutput"))];
  return document.continue !== false && keys.every((key) => REMARKS.includes(key));
}

const REMARKS = [
  "hookSpecificOutput",
  "hookEventName",
  "continue",
  "systemMessage",
  "suppressOutput",
  "terminalSequence",
  "additionalContext",
];

/** Whether an answer allows a call unchanged, in any host's terms. Some hosts accept new arguments only with an allow. */
export function approvesBareCall(document: Document): boolean {
  const specific = objectAt(document, "hookSpecificOutput");
  const words = [document.decision, document.permissionDecision, specific.permissionDecision, document.behavior];
  return specific.updatedInput === undefined && words.some((word) => word === "allow" || word === "approve");
}

/** Whether a hook denies, in any host's terms. */
export function refusesIn({ stdout, exit }: Run): boolean {
  const document = documentIn(stdout.trim().split("\n").at(-1)) ?? {};
  const specific = objectAt(document, "hookSpecificOutput");
  const { behavior } = objectAt(specific, "decision");
  const words = [
    document.decision,
    document.permissionDecision,
    specific.permissionDecision,
    document.behavior,
    behavior,
  ];
  return exit === 2 || document.continue === false || words.some((word) => word === "deny" || word === "block");
}

const REASONS = ["reason", "stopReason", "permissionDecisionReason", "message"];

/** Returns the reasons of a denial. */
export function reasonsIn({ stdout, stderr, exit }: Run): readonly string[] {
  const document = documentIn(stdout.trim().split("\n").at(-1)) ?? {};
  const specific = objectAt(document, "hookSpecificOutput");
  const places = [document, specific, objectAt(specific, "decision")];
  const texts = places.flatMap((place) => REASONS.map((key) => textAt(place, key)));
  return [...texts, exit === 2 ? stderr.trim() || undefined : undefined].filter((text) => text !== undefined);
}
