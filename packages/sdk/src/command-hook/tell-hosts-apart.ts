/** Loaded at every startup to detect several hosts. Must not import anything. */

type Fields = Readonly<Record<string, unknown>>;

const PASCAL_CASE = /^(?:[A-Z][a-z]+)+$/;
/** The file in which Codex stores a session. */
const ROLLOUT = /(?:^|[\\/])rollout-[^\\/]*$/;

/**
 * Returns the fields of a first message from Claude Code, Codex, Gemini CLI or Copilot CLI, which name events in
 * PascalCase. Returns `undefined` for any other message.
 */
export function pascalCased(first: unknown): Fields | undefined {
  if (typeof first !== "object" || first === null) return undefined;
  const fields = first as Fields;
  const { session_id: session, cwd, hook_event_name: event } = fields;
  const texts = typeof session === "string" && typeof cwd === "string" && typeof event === "string";
  return texts && PASCAL_CASE.test(event) ? fields : undefined;
}

/** Whether an event has a timestamp. Gemini CLI and Copilot CLI send one, Claude Code and Codex do not. */
export function hasTimestamp({ timestamp }: Fields): boolean {
  return timestamp !== undefined;
}

/** The only PascalCase events of Copilot CLI with a transcript. All events of Gemini CLI have one. */
const COPILOTS = /^(?:Stop|Subagent|PreCompact)/;

/** Whether an event with a timestamp is from Gemini CLI rather than Copilot CLI. */
export function isGemini({ transcript_path: path, hook_event_name: event }: Fields): boolean {
  return typeof path === "string" && !COPILOTS.test(String(event));
}

/**
 * Whether an event without a timestamp is from Codex rather than Claude Code. Codex sends a turn id but no prompt id.
 * Without a turn, its transcript is a rollout file or null.
 */
export function isCodex({ turn_id: turn, prompt_id: prompt, message_id: message, transcript_path: path }: Fields) {
  if (prompt !== undefined || message !== undefined) return false;
  return typeof turn === "string" || path === null || (typeof path === "string" && ROLLOUT.test(path));
}
