import {
  EVENT_KINDS,
  type EventParams,
  type MethodName,
  RUNTIME_EVENT_KINDS,
  type RuntimeEventParams,
} from "@agent-hook/sdk/internal/picoclaw";
import { isBefore, parseVersion } from "@agent-hook/sdk/internal/text";

/** The differences between PicoClaw's versions that matter to a host. */
export interface Dialect {
  readonly version: string;
  /** v0.2.8 and later keep their own tools and system messages, whatever a hook sends. */
  readonly keepsToolsAndSystem: boolean;
  /** Encodes an event for this version. */
  event(event: RuntimeEventParams): { readonly method: MethodName; readonly params: object };
}

/** Returns the dialect of a version. Throws a `RangeError` if the version is invalid. */
export function dialectOf(text: string): Dialect {
  const version = parseVersion(text);
  if (version === undefined)
    throw new RangeError(`"${text}" is not a version of PicoClaw; expected one such as v0.2.9`);
  const runtimeEvents = !isBefore(version, "v0.2.9");
  return {
    version,
    keepsToolsAndSystem: !isBefore(version, "v0.2.8"),
    event: (event) =>
      runtimeEvents
        ? { method: "hook.runtime_event", params: event }
        : { method: "hook.event", params: oldEvent(event, !isBefore(version, "v0.2.7")) },
  };
}

/**
 * Converts an event to the params of `hook.event`: the keys are capitalized, and a kind that existed then is a number.
 */
function oldEvent({ kind, time, scope, payload }: RuntimeEventParams, hasContext: boolean): EventParams {
  const number = (RUNTIME_EVENT_KINDS as readonly string[]).indexOf(kind);
  return {
    Kind: number >= 0 && number < EVENT_KINDS.length ? number : kind,
    ...(time === undefined ? {} : { Time: time }),
    ...(scope == null
      ? {}
      : {
          Meta: { AgentID: scope.agent_id, TurnID: scope.turn_id, SessionKey: scope.session_key },
          ...(hasContext ? { Context: { inbound: scope } } : {}),
        }),
    Payload: payload ?? {},
  };
}
