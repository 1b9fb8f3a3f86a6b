import type { JsonObject } from "@agent-hook/protocol";
import type { HookFacts } from "../../host-config/index.js";
import type { LaunchedHook } from "../../launched-hook.js";
import type { Decision } from "../decision.js";
import type { CallFlags } from "../options.js";
import type { AskedPoint } from "../points.js";

/** A call as the host makes it: an event with its fields. */
export interface Question {
  readonly event: string;
  readonly fields: JsonObject;
}

/** A call and its result. */
export interface Answered {
  readonly event: string;
  readonly payload: JsonObject;
  readonly stdout: string;
  readonly stderr: string;
  /** The exit code or the signal. `null` if the process did not end. */
  readonly exit: number | string | null;
  /** From the start of the command to its end. */
  readonly ms: number;
  readonly effect: object;
  readonly decision: Decision;
}

/** A one-shot host, as the `call` command uses it. */
export interface CallingHost {
  readonly name: string;
  /** The display name, with the version. */
  readonly title: string;
  /** As `--host` accepts it. */
  readonly text: string;
  readonly events: readonly string[];
  /** An event and payload fields for error messages. */
  readonly example: { readonly event: string; readonly payload: string };
  /** Throws a usage error if the host has no event for the point. */
  questionAt(point: Exclude<AskedPoint, "onEvent">, flags: CallFlags): Question;
  /** Returns the call in a payload that the host wrote, or `undefined` if it is not one. */
  questionIn(payload: JsonObject): Question | undefined;
  /** Starts a hook once. Throws a usage error for an event that the version does not support. */
  ask(hook: LaunchedHook, question: Question, timeoutMs: number | undefined): Promise<Answered>;
  /** Returns further remarks about an event, for a hook with a manifest. */
  notesOn(event: string, manifest: HookFacts): string[];
}
