import { inspect } from "node:util";
import type { CallSource, ToolCall } from "../hook/calls.js";
import { DENIED, Failure, type FailureKind } from "../runtime/failure.js";
import type { Observation, ObservedOutcome, Recorder } from "../runtime/observation.js";
import { Batches } from "./batches.js";
import type { DecisionObserver, DecisionRecord, RecordedDecision, RecordedFailure } from "./decision-record.js";
import { safeText } from "./safe-text.js";
import { safeValue } from "./safe-value.js";
import { isLarge, isUrgent } from "./urgency.js";

/** In characters. */
const MAX_ID = 200;
const MAX_REASON = 1000;
const MAX_CAUSE = 2000;

/** What a recorder knows about the process. */
export interface RecorderOptions {
  readonly observers: readonly DecisionObserver[];
  /** The hook's file, or the policy file. */
  readonly file?: string | undefined;
  /**
   * Records a decision before the answer is sent. Otherwise, decisions are recorded together in a quiet moment, so that no
   * host waits for the record. An urgent decision, and what waits then, is recorded right after its answer.
   */
  readonly beforeAnswer: boolean;
}

/** What happened to a hook outside of a call. */
export interface Mishap {
  readonly kind: FailureKind;
  readonly where: string;
  readonly message: string;
  readonly cause?: unknown;
  /** Whether the host was told to deny. */
  readonly denies: boolean;
}

/** Makes the record of each decision, and passes it to the observers. */
export class DecisionRecorder implements Recorder {
  readonly #batches = new Batches<Observation>({
    take: (observations) => this.#record(observations),
    isLarge,
  });

  constructor(private readonly options: RecorderOptions) {}

  ended(observation: Observation): void {
    try {
      if (this.options.beforeAnswer) this.#record([observation]);
      else this.#batches.add(observation, isUrgent(observation));
    } catch {
      // A dependency of the hook can break any built-in. A decision never depends on its record.
    }
  }

  /** Records everything that waits. Call it before the process ends. */
  flush(): void {
    this.#batches.flush();
  }

  /** Records that a hook could not start, or could not send its answer. */
  failed(hook: string, host: string, mishap: Mishap): void {
    const { kind, where, message, cause, denies } = mishap;
    const failure = new Failure(kind, hook, where, message, cause);
    this.flush();
    this.#note([
      {
        id: failure.id,
        time: new Date().toISOString(),
        host: { name: host },
        hook,
        ...(this.options.file === undefined ? {} : { file: safeId(this.options.file) }),
        point: "start",
        decision: denies ? "deny" : "none",
        ms: 0,
        failure: recordedFailure(failure, denies ? DENIED : "the host received no answer"),
        pid: process.pid,
      },
    ]);
  }

  #note(records: readonly DecisionRecord[]): void {
    for (const observer of this.options.observers) observer.decided(records);
  }

  #record(observations: readonly Observation[]): void {
    const records = observations.flatMap((observation) => this.#recordOf(observation) ?? []);
    if (records.length > 0) this.#note(records);
  }

  #recordOf(observation: Observation): DecisionRecord | undefined {
    try {
      return recordOf(observation, this.options.file);
    } catch (error) {
      // For example, a getter of a decision that throws. A decision never depends on its record.
      observation.hook.log.warn("this decision could not be recorded", error);
      return undefined;
    }
  }
}

/**
 * Its objects inherit nothing. With `{ __proto__: null }` instead, recording took a fifth more time: V8 treats such an object
 * as a dictionary.
 */
function RecordFields(): void {}
// Syntax, because a dependency can replace `Object.setPrototypeOf`.
RecordFields.prototype = { __proto__: null };

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/**
 * Returns the record of a final decision. Avoids spreads, which took half of its time. The record inherits nothing: a
 * dependency can add a read-only field to `Object.prototype`.
 */
function recordOf(observation: Observation, file: string | undefined): DecisionRecord {
  const { hook, host, call, member, failure, outcome, point, event, rule } = observation;
  const { sessionId, origin, cwd, id, tool, kind, arguments: args }: Partial<CallSource & ToolCall> = call ?? {};
  const record = new (RecordFields as unknown as new () => Mutable<DecisionRecord>)();
  record.id = failure?.id ?? crypto.randomUUID().slice(0, 8);
  record.time = new Date(observation.time).toISOString();
  record.host = host.version === undefined ? { name: host.name } : { name: host.name, version: host.version };
  record.hook = member?.hook.name ?? failure?.hook ?? hook.name;
  if (record.hook !== hook.name) record.by = hook.name;
  addId(record, "file", file);
  addId(record, "session", sessionId);
  addId(record, "agent", origin?.agentId);
  addId(record, "turn", origin?.turnId);
  if (tool !== undefined) addId(record, "call", id);
  addId(record, "cwd", cwd);
  record.point = point;
  if (event !== undefined) record.event = event;
  addId(record, "tool", tool);
  if (tool !== undefined && kind !== undefined) record.kind = kind;
  record.decision = (outcome?.action ?? "none") as RecordedDecision;
  if (outcome?.reason !== undefined) record.reason = safeText(outcome.reason, MAX_REASON);
  addId(record, "rule", rule ?? outcome?.rule);
  record.ms = Math.round(observation.ms * 100) / 100;
  if (failure !== undefined) record.failure = recordedFailure(failure, observation.consequence);
  if (tool !== undefined && args !== undefined) record.arguments = safeValue(args);
  const changed = outcome === undefined ? undefined : changeIn(outcome);
  if (changed !== undefined) record.changed = safeValue(changed);
  record.pid = process.pid;
  return record;
}

type IdField = "file" | "session" | "agent" | "turn" | "call" | "cwd" | "tool" | "rule";

/** Adds a field with an id. The value may still be anything. */
function addId(record: Mutable<DecisionRecord>, field: IdField, value: unknown): void {
  if (typeof value === "string") record[field] = safeId(value);
}

/** Ids and paths without their secrets, by the original text. Most are the same in the next call. */
const safeIds = new Map<string, string>();
const MAX_SAFE_IDS = 64;

function safeId(text: string): string {
  const known = safeIds.get(text);
  if (known !== undefined) return known;
  const safe = safeText(text, MAX_ID);
  if (text.length > MAX_ID) return safe;
  if (safeIds.size === MAX_SAFE_IDS) safeIds.clear();
  safeIds.set(text, safe);
  return safe;
}

function changeIn({ patch, text, result }: ObservedOutcome): unknown {
  if (patch !== undefined) return text === undefined ? patch : { ...patch, context: text };
  return text === undefined ? result : { context: text };
}

function recordedFailure(failure: Failure, consequence: string): RecordedFailure {
  const { kind, where, message, cause } = failure;
  return {
    kind,
    where,
    message: safeText(message, MAX_REASON),
    ...(cause === undefined ? {} : { cause: safeText(describeCause(cause), MAX_CAUSE) }),
    consequence,
  };
}

/**
 * Returns the stack of an error with its causes. Another value that was thrown is described. Its secrets are removed before
 * that: in a list, a text may be a secret because of the texts before it.
 */
function describeCause(cause: unknown): string {
  try {
    if (!(cause instanceof Error)) {
      return inspect(safeValue(cause), { depth: 2, breakLength: Number.POSITIVE_INFINITY });
    }
    const text = cause.stack ?? String(cause);
    return cause.cause === undefined ? text : `${text}\ncaused by ${describeCause(cause.cause)}`;
  } catch {
    return "(a value that cannot be shown)";
  }
}
