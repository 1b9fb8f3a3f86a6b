import { ALIASES, type EventName } from "./events.js";

type Fields = Readonly<Record<string, unknown>>;

/** The fields that identify the events other than tool calls, their results and permission requests. */
const MARKS: readonly (readonly [EventName, (has: (field: string) => boolean) => boolean])[] = [
  ["preMcpToolCall", (has) => has("serverName")],
  ["notification", (has) => has("notification_type")],
  ["errorOccurred", (has) => has("errorContext")],
  ["preCompact", (has) => has("trigger")],
  ["subagentStart", (has) => has("agentName") && !has("stopReason")],
  ["subagentStop", (has) => has("agentName") && has("stopReason")],
  ["agentStop", (has) => has("stopReason") && !has("agentName")],
  ["sessionStart", (has) => has("source")],
  ["sessionEnd", (has) => has("reason")],
  ["userPromptTransformed", (has) => has("transformedPrompt")],
  ["userPromptSubmitted", (has) => has("prompt") && !has("transformedPrompt")],
];

/** Whether a payload is of an event with a PascalCase name. */
export function isPascalCase(payload: Fields): boolean {
  return typeof payload.session_id === "string";
}

/**
 * Returns the event that the fields of a payload identify, or `undefined` if they match none or several. A payload that
 * names a tool is a call that has not run yet, unless it has a result or an error. Fields that are null or unknown are
 * ignored.
 */
export function eventOf(payload: Fields): EventName | undefined {
  if (isPascalCase(payload)) {
    const name = String(payload.hook_event_name);
    return Object.hasOwn(ALIASES, name) ? ALIASES[name] : undefined;
  }
  const has = (field: string) => Object.hasOwn(payload, field) && payload[field] !== null;
  if (has("toolArgs") || has("toolInput") || (has("toolName") && !has("serverName"))) {
    if (payload.hookName === "permissionRequest" || (!has("toolArgs") && has("toolInput"))) return "permissionRequest";
    if (has("toolResult")) return "postToolUse";
    return typeof payload.error === "string" ? "postToolUseFailure" : "preToolUse";
  }
  const [event, ...others] = MARKS.filter(([, marked]) => marked(has));
  return others.length > 0 ? undefined : event?.[0];
}
