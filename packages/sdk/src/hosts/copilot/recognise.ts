const ISO = /^\d{4}-\d\d-\d\dT/;
/** Under PascalCase names these alone have a transcript, as all of Gemini CLI's events have. */
const WITH_TRANSCRIPT = /^(Stop|Subagent|PreCompact)/;

/** Whether a first message is Copilot CLI's, under camelCase or PascalCase names of its events (run). */
export function recognise(first: unknown): boolean {
  if (typeof first !== "object" || first === null) return false;
  const fields = first as Readonly<Record<string, unknown>>;
  if (typeof fields.cwd !== "string") return false;
  if (typeof fields.sessionId === "string") return typeof fields.timestamp === "number";
  const { session_id: session, timestamp, hook_event_name: event } = fields;
  if (typeof session !== "string" || typeof event !== "string") return false;
  const claimed = fields.transcript_path === undefined || WITH_TRANSCRIPT.test(event);
  return claimed && typeof timestamp === "string" && ISO.test(timestamp);
}
