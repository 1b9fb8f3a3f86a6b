/** What Claude Code, Codex and Gemini CLI read: one JSON object, with what only its event has in a part of its own. */
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

/** An answer that goes by fields of one event. */
export function specific(event: string, output: object) {
  return { hookSpecificOutput: { hookEventName: event, ...output } };
}

/** The denial of a tool call. */
export function permissionDenied(event: string, reason: string) {
  return specific(event, { permissionDecision: "deny", permissionDecisionReason: reason });
}

/** A no in the place of the person who is to allow a tool. */
export function behaviorDenied(event: string, message: string) {
  return specific(event, { decision: { behavior: "deny", message } });
}

/** What is said in the place of that person. */
export function behaviorOf({ hookSpecificOutput: output }: SpecificDocument): Behavior {
  const decision = output?.decision;
  return typeof decision === "object" && decision !== null ? (decision as Behavior) : {};
}

/** What a document has for its event alone. */
export function ofEvent({ hookSpecificOutput }: SpecificDocument): Readonly<Record<string, unknown>> {
  return hookSpecificOutput ?? {};
}

/** Why a document says no, where its event takes one; nothing if it does not. */
export function denialReasonOf(document: SpecificDocument): string | undefined {
  const { permissionDecision, permissionDecisionReason } = document.hookSpecificOutput ?? {};
  const { behavior, message } = behaviorOf(document);
  const refuses = permissionDecision === "deny" || behavior === "deny" || document.decision === "block";
  if (!refuses && document.continue !== false) return undefined;
  const reasons = [permissionDecisionReason, message, document.reason, document.stopReason];
  return reasons.find((reason) => reason?.trim()) ?? "refused";
}

/** The first of these names that more than one of these objects has, in words. */
export function twice<Name extends string>(
  objects: readonly { readonly [N in Name]?: unknown }[],
  names: readonly Name[],
): string | undefined {
  const name = names.find((one) => objects.filter((object) => object[one] !== undefined).length > 1);
  return name === undefined ? undefined : `${name} is given twice: change it in one handler`;
}

/** From what outranks all to what any outranks. */
const PERMISSIONS = ["deny", "defer", "ask", "allow"];

/**
 * Several answers to one event as one, as the hosts take several hooks: asking outranks allowing, a stop stays a stop,
 * texts for the model and the user are joined.
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

/** With the last text alone that stands in the place of a result: it was made of the ones before. */
export function withLastReason<Document extends SpecificDocument>(
  whole: Document | undefined,
  documents: readonly Document[],
  replaces: (document: Document) => boolean,
): Document | undefined {
  const reason = documents.findLast(replaces)?.reason;
  return whole === undefined || reason === undefined ? whole : { ...whole, reason };
}

function joinedOutputs(outputs: readonly SpecificOutput[]): SpecificOutput {
  const said = withoutOutdated(outputs, ({ permissionDecision }) => permissionDecision === "allow", "updatedInput");
  const named = PERMISSIONS.find((name) => said.some((output) => output.permissionDecision === name));
  const strongest = said.find((output) => output.permissionDecision === named) ?? {};
  const { permissionDecision: _weaker, permissionDecisionReason: _its, ...rest } = Object.assign({}, ...outputs);
  const behaviors = outputs.flatMap(({ decision }) =>
    typeof decision === "object" && decision !== null ? decision : [],
  );
  return {
    ...rest,
    // What one says of an allowed call, another who allows it as it is does not unsay.
    ...(behaviors.length > 1 ? { decision: Object.assign({}, ...behaviors) } : {}),
    ...(named === undefined ? {} : permissionOf(strongest)),
    ...joined("additionalContext", outputs),
    ...joined("classifierContext", outputs),
  };
}

/** Without those who allow a call as it was before another rewrote it, who does not allow it. */
export function withoutOutdated<Said extends object>(
  all: readonly Said[],
  allows: (said: Said) => boolean,
  rewrite: keyof Said,
): Said[] {
  const last = all.findLastIndex((said) => said[rewrite] !== undefined);
  const isFree = all.some((said, at) => at === last && !allows(said));
  return all.filter((said, at) => !(isFree && at < last && allows(said)));
}

function permissionOf({ permissionDecision, permissionDecisionReason: reason }: Partial<SpecificOutput>) {
  return { permissionDecision, ...(reason === undefined ? {} : { permissionDecisionReason: reason }) };
}

/** A no in the one form that holds, and what else was said; nothing is rewritten that is refused. */
export function deniedIn<Document extends SpecificDocument>(
  form: Document,
  said: Document,
  rewrites: readonly string[],
): Document {
  const kept = Object.entries(said.hookSpecificOutput ?? {}).filter(([name]) => !rewrites.includes(name));
  const output = { ...Object.fromEntries(kept), ...form.hookSpecificOutput };
  const whole = { ...said, ...form };
  return Object.keys(output).length === 0 ? whole : { ...whole, hookSpecificOutput: output };
}

function joined<Key extends string>(key: Key, parts: readonly { readonly [K in Key]?: string }[]) {
  const texts = parts.flatMap((part) => part[key] ?? []);
  return texts.length === 0 ? {} : { [key]: texts.join("\n") };
}
