/** docker-agent writes event names in snake_case; other hosts with similar events do not. */
const SNAKE_CASE = /^[a-z]+(_[a-z]+)*$/;

/** Whether a first message is from docker-agent: every payload has these three fields (observed). */
export function recognise(first: unknown): boolean {
  if (typeof first !== "object" || first === null) return false;
  const { session_id: session, cwd, hook_event_name: event } = first as Readonly<Record<string, unknown>>;
  return typeof session === "string" && typeof cwd === "string" && typeof event === "string" && SNAKE_CASE.test(event);
}
