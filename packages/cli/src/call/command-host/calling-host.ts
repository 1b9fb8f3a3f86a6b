import type { JsonObject } from "@agent-hook/protocol";
import type { HookFacts } from "../../host-config/index.js";
import type { LaunchedHook } from "../../launched-hook.js";
import type { Decision } from "../decision.js";
import type { CallFlags } from "../options.js";
import type { AskedPoint } from "../points.js";

/** What a host asks: an event, and its own fields. */
export interface Question {
  readonly event: string;
  readonly fields: JsonObject;
}

/** A question, and all that came of it. */
export interface Answered {
  readonly event: string;
  readonly payload: JsonObject;
  readonly stdout: string;
  readonly stderr: string;
  /** The code, or the signal; null where it did not end. */
  readonly exit: number | string | null;
  /** From the start of the command to its end. */
  readonly ms: number;
  readonly effect: object;
  readonly decision: Decision;
}

/** A host that starts a hook for each call, as far as `call` is concerned. */
export interface CallingHost {
  readonly name: string;
  /** As a person calls it, with the version. */
  readonly title: string;
  /** As `--host` takes it. */
  readonly text: string;
  readonly events: readonly string[];
  /** An event and fields of a payload, for words of help. */
  readonly example: { readonly event: string; readonly payload: string };
  /** Throws a usage error where the host has no event for a point. */
  questionAt(point: Exclude<AskedPoint, "onEvent">, flags: CallFlags): Question;
  /** The question of a payload that the host wrote; nothing for what is none. */
  questionIn(payload: JsonObject): Question | undefined;
  /** Starts a hook once. Throws a usage error for an event that the version does not know. */
  ask(hook: LaunchedHook, question: Question, timeoutMs: number | undefined): Promise<Answered>;
  /** What else there is to know of a question to a hook that says what it handles. */
  notesOn(event: string, manifest: HookFacts): string[];
}
