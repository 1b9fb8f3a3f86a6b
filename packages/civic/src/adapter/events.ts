import type { CivicError, CivicMessage, CivicRequestExtra } from "@agent-hook/sdk/civic";
import type { Calls, HookEvent, MethodName } from "@agent-hook/sdk/internal/adapter";
import { METHODS } from "../protocol/methods.js";

/** Returns the event of a method that only reports something, or `undefined` for other methods. */
export function eventOf(method: MethodName, input: Readonly<Record<string, unknown>>): HookEvent | undefined {
  const { phase } = METHODS[method];
  if (phase === "notification") return toEvent(input as unknown as CivicMessage, {}, input);
  if (method === "processInitializeRequest") {
    return toEvent(input.request as CivicMessage, input.requestExtra as CivicRequestExtra, input);
  }
  if (phase !== "error" && phase !== "notification error") return undefined;
  const original = input[METHODS[method].fields[1] as string] as CivicMessage | undefined;
  const { message } = input.error as CivicError;
  return {
    kind: "error",
    hostKind: method,
    payload: { ...(original === undefined ? {} : { stage: original.method }), message },
    ...sourceOf(input.originalRequestExtra as CivicRequestExtra | undefined),
    raw: input,
  };
}

function toEvent({ method, params }: CivicMessage, extra: CivicRequestExtra, raw: HookEvent["raw"]): HookEvent {
  return { kind: "other", hostKind: method, payload: params ?? {}, ...sourceOf(extra), raw };
}

/** Returns the origin of a call. A proxy over stdio has no session (observed). */
export function sourceOf({ sessionId }: CivicRequestExtra = {}): Pick<Calls["beforeTool"], "sessionId" | "origin"> {
  return sessionId === undefined ? { origin: {} } : { sessionId, origin: {} };
}
