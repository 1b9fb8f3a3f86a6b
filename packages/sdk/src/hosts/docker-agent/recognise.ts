/** docker-agent writes the names of its events in snake_case; agents with events of the same make do not. */
const SNAKE_CASE = /^[a-z]+(_[a-z]+)*$/;

/** Whether a first message is docker-agent's: these three fields stand in every payload (run). */
export function recognise(first: unknown): boolean {
  if (typeof first !== "object" || first === null) return false;
  const { session_id: session, cwd, hook_event_name: event } = first as Readonly<Record<string, unknown>>;
  return typeof session === "string" && typeof cwd === "string" && typeof event === "string" && SNAKE_CASE.test(event);
}
