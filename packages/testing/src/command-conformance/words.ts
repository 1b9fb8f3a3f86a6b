import {
  type Document,
  documentIn,
  objectAt,
  type Simulation,
  textAt,
  textOfParts,
} from "@agent-hook/sdk/internal/simulations";
import { isObject } from "@agent-hook/sdk/internal/text";
import type { Run } from "./lab.js";

/** Returns the first part of an answer that its event does not allow, or `undefined`. */
export function unknownWord(
  { knownKeys, specific }: Simulation,
  event: string,
  document: Document,
): string | undefined {
  const known = knownKeys(event);
  const key = Object.keys(document).find((one) => !known.answer.includes(one));
  if (key !== undefined) return `the key "${key}"`;
  const part = document[specific.key];
  if (part !== undefined && !isObject(part)) return `${specific.key} that is not an object`;
  const inner = part ?? {};
  if (part !== undefined && specific.event !== undefined && part[specific.event] !== event) {
    return `${specific.event} ${JSON.stringify(part[specific.event])}`;
  }
  const innerKey = Object.keys(inner).find((one) => one !== specific.event && !(known.specific?.includes(one) ?? true));
  if (innerKey !== undefined) return `the key "${innerKey}" in ${specific.key}`;
  for (const [name, values] of Object.entries(known.values ?? {})) {
    const unknownValue = [document[name], inner[name]].find(
      (value) => value !== undefined && !values.includes(`${value}`),
    );
    if (unknownValue !== undefined) return `${name} ${JSON.stringify(unknownValue)}`;
  }
  return undefined;
}

/** Whether an answer contains nothing that could affect a call. */
export function isRemark(printed: Document): boolean {
  const document = inCamelCase(printed);
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
export function approvesBareCall(printed: Document): boolean {
  const document = inCamelCase(printed);
  const specific = objectAt(document, "hookSpecificOutput");
  return (
    specific.updatedInput === undefined && decisionsIn(document).some((word) => word === "allow" || word === "approve")
  );
}

/** Returns the words of an answer that decide, in any host's terms. */
function decisionsIn(document: Document): readonly unknown[] {
  const { decision, permission, permissionDecision, behavior } = document;
  return [
    decision,
    permission,
    permissionDecision,
    objectAt(document, "hookSpecificOutput").permissionDecision,
    behavior,
  ];
}

/** Whether a hook denies, in any host's terms. */
export function deniesIn(run: Run): boolean {
  const document = printedIn(run);
  const specific = objectAt(document, "hookSpecificOutput");
  const { behavior } = objectAt(specific, "decision");
  const words = [...decisionsIn(document), behavior];
  const stops = document.continue === false || document.cancel === true || document.isError === true;
  return run.exit === 2 || stops || words.some((word) => word === "deny" || word === "block");
}

const REASONS = [
  "reason",
  "stopReason",
  "permissionDecisionReason",
  "message",
  "errorMessage",
  "agentMessage",
  "userMessage",
];

/** Returns the reasons of a denial. */
export function reasonsIn(run: Run): readonly string[] {
  const document = printedIn(run);
  const specific = objectAt(document, "hookSpecificOutput");
  const places = [document, specific, objectAt(specific, "decision")];
  const texts = places.flatMap((place) => REASONS.map((key) => textAt(place, key)));
  const { exit, stderr } = run;
  const fromStderr = exit === 2 ? stderr.trim() : "";
  const fromError = document.isError === true ? textOfParts(document.content).trim() : "";
  return [...texts, fromStderr || undefined, fromError || undefined].filter((text) => text !== undefined);
}

function printedIn({ stdout }: Run): Document {
  return inCamelCase(documentIn(stdout.trim().split("\n").at(-1)) ?? {});
}

/** Converts the keys to camelCase, because some hosts have the same keys in snake_case. */
function inCamelCase(document: Document): Document {
  const entries = Object.entries(document).map(([key, value]) => [
    key.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
    isObject(value) ? inCamelCase(value) : value,
  ]);
  return Object.fromEntries(entries);
}
