import type { AddContext } from "../hook/decisions.js";

/** The answer for Claude Code, Codex and Gemini CLI: one JSON object, with the fields of its event in a nested one. */
export interface SpecificDocument {
  readonly continue?: boolean;
  readonly stopReason?: string;
  readonly systemMessage?: string;
  readonly decision?: string;
  readonly reason?: string;
  readonly hookSpecificOutput?: SpecificOutput;
}

interface SpecificOutput {
  readonly hookEventName: string;
  readonly permissionDecision?: string;
  readonly permissionDecisionReason?: string;
  readonly additionalContext?: string;
  readonly classifierContext?: string;
  readonly [field: string]: unknown;
}

interface Behavior {
  readonly behavior?: string;
  readonly message?: string;
  readonly [field: string]: unknown;
}

/** Creates an answer with the fields of one event. */
export function specific(event: string, output: object) {
  return { hookSpecificOutput: { hookEventName: event, ...output } };
}

/** Encodes `addContext`. */
export function contextFor({ event, decision }: { readonly event: string; readonly decision: AddContext }) {
  return specific(event, { additionalContext: decision.text });
}

/** Creates the denial of a tool call. */
export function permissionDenied(event: string, reason: string) {
  return specific(event, { permissionDecision: "deny", permissionDecisionReason: reason });
}

/** Creates a denial on behalf of the user who is asked for permission. */
export function behaviorDenied(event: string, message: string) {
  return specific(event, { decision: { behavior: "deny", message } });
}

/** Returns the decision that an answer makes on behalf of the user, or `{}`. */
export function behaviorOf({ hookSpecificOutput: output }: SpecificDocument): Behavior {
  const decision = output?.decision;
  return typeof decision === "object" && decision !== null ? (decision as Behavior) : {};
}

/** Returns the fields of a document's event. */
export function eventFields({ hookSpecificOutput }: SpecificDocument): Readonly<Record<string, unknown>> {
  return hookSpecificOutput ?? {};
}

/** Returns why a document denies an event that can be denied, or `undefined` if it does not. */
export function denialReasonOf(document: SpecificDocument): string | undefined {
  const { permissionDecision, permissionDecisionReason } = document.hookSpecificOutput ?? {};
  const { behavior, message } = behaviorOf(document);
  const denies = permissionDecision === "deny" || behavior === "deny" || document.decision === "block";
  if (!denies && document.continue !== false) return undefined;
  const reasons = [permissionDecisionReason, message, document.reason, document.stopReason];
  return reasons.find((reason) => reason?.trim()) ?? "denied";
}

/** Describes the first of these fields that several objects set, or returns `undefined`. */
export function describeSetTwice<Name extends string>(
  objects: readonly { readonly [N in Name]?: unknown }[],
  names: readonly Name[],
): string | undefined {
  const name = names.find((one) => objects.filter((object) => object[one] !== undefined).length > 1);
  return name === undefined ? undefined : `${name} is set twice: set it in only one handler`;
}

/** In order of precedence, the strongest first. */
const PERMISSIONS = ["deny", "defer", "ask", "allow"];

/**
 * Merges several answers to one event, as the hosts merge the answers of several hooks. `ask` takes precedence over
 * `allow`, a stop is kept, and texts for the model and the user are joined.
 */
export function joinedDocuments<Document extends SpecificDocument>(
  documents: readonly Document[],
): Document | undefined {
  const [first, ...others] = documents;
  if (others.length === 0) return first;
  const outputs = documents.flatMap(({ hookSpecificOutput: output }) => output ?? []);
  return {
    ...Object.assign({}, ...documents),
    ...joined("systemMessage", documents),
    ...joined("reason", documents),
    ...(documents.some((document) => document.continue === false) ? { continue: false } : {}),
    ...(outputs.length === 0 ? {} : { hookSpecificOutput: joinedOutputs(outputs) }),
  };
}

/** Keeps only the last reason that replaces a result: this reason already includes the changes of the earlier ones. */
export function withLastReason<Document extends SpecificDocument>(
  merged: Document | undefined,
  documents: readonly Document[],
  replaces: (document: Document) => boolean,
): Document | undefined {
  const reason = documents.findLast(replaces)?.reason;
  return merged === undefined || reason === undefined ? merged : { ...merged, reason };
}

function joinedOutputs(outputs: readonly SpecificOutput[]): SpecificOutput {
  const current = withoutOutdated(outputs, ({ permissionDecision }) => permissionDecision === "allow", "updatedInput");
  const strongestName = PERMISSIONS.find((name) => current.some((output) => output.permissionDecision === name));
  const strongest = current.find((output) => output.permissionDecision === strongestName) ?? {};
  const { permissionDecision: _weaker, permissionDecisionReason: _reason, ...rest } = Object.assign({}, ...outputs);
  const behaviors = outputs.flatMap(({ decision }) =>
    typeof decision === "object" && decision !== null ? decision : [],
  );
  return {
    ...rest,
    // An answer that allows the call without changes keeps the changes of another answer.
    ...(behaviors.length > 1 ? { decision: Object.assign({}, ...behaviors) } : {}),
    ...(strongestName === undefined ? {} : permissionOf(strongest)),
    ...joined("additionalContext", outputs),
    ...joined("classifierContext", outputs),
  };
}

/** Drops approvals of the original call once another handler has rewritten it without approving it. */
export function withoutOutdated<Answer extends object>(
  all: readonly Answer[],
  allows: (answer: Answer) => boolean,
  rewrite: keyof Answer,
): Answer[] {
  const last = all.findLastIndex((answer) => answer[rewrite] !== undefined);
  const isRewritten = all.some((answer, at) => at === last && !allows(answer));
  return all.filter((answer, at) => !(isRewritten && at < last && allows(answer)));
}

function permissionOf({ permissionDecision, permissionDecisionReason: reason }: Partial<SpecificOutput>) {
  return { permissionDecision, ...(reason === undefined ? {} : { permissionDecisionReason: reason }) };
}

/** Puts a denial in the form that the host enforces. Keeps the other fields, except rewrites of the denied call. */
export function withDenial<Document extends SpecificDocument>(
  denial: Document,
  document: Document,
  rewrites: readonly string[],
): Document {
  const kept = Object.entries(document.hookSpecificOutput ?? {}).filter(([name]) => !rewrites.includes(name));
  const output = { ...Object.fromEntries(kept), ...denial.hookSpecificOutput };
  const merged = { ...document, ...denial };
  return Object.keys(output).length === 0 ? merged : { ...merged, hookSpecificOutput: output };
}

function joined<Key extends string>(key: Key, parts: readonly { readonly [K in Key]?: string }[]) {
  const texts = parts.flatMap((part) => part[key] ?? []);
  return texts.length === 0 ? {} : { [key]: texts.join("\n") };
}
