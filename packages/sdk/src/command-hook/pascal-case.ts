/** Loaded at every start, by the recognisers of several hosts: imports nothing. */

type Fields = Readonly<Record<string, unknown>>;

const PASCAL_CASE = /^(?:[A-Z][a-z]+)+$/;
/** The file in which Codex keeps a session. */
const ROLLOUT = /(?:^|[\\/])rollout-[^\\/]*$/;

/**
 * The fields of a first message of Claude Code, Codex, Gemini CLI or Copilot CLI, whose events are named in PascalCase;
 * nothing for another.
 */
export function pascalCased(first: unknown): Fields | undefined {
  if (typeof first !== "object" || first === null) return undefined;
  const fields = first as Fields;
  const { session_id: session, cwd, hook_event_name: event } = fields;
  const texts = typeof session === "string" && typeof cwd === "string" && typeof event === "string";
  return texts && PASCAL_CASE.test(event) ? fields : undefined;
}

/** Gemini CLI and Copilot CLI write when it was; Claude Code and Codex do not. */
export function isDated({ timestamp }: Fields): boolean {
  return timestamp !== undefined;
}

/** Of what Copilot CLI writes so, these alone have a transcript, as all of Gemini CLI's events have. */
const COPILOTS = /^(?:Stop|Subagent|PreCompact)/;

/** Whether it is Gemini CLI that dates an event, and not Copilot CLI. */
export function isGeminis({ transcript_path: path, hook_event_name: event }: Fields): boolean {
  return typeof path === "string" && !COPILOTS.test(String(event));
}

/**
 * Whether it is Codex that names an event so, or Claude Code: Codex has a turn without a prompt's id, and where it has
 * no turn, a file of its own for the session.
 */
export function isCodexs({ turn_id: turn, prompt_id: prompt, message_id: message, transcript_path: path }: Fields) {
  if (prompt !== undefined || message !== undefined) return false;
  return typeof turn === "string" || path === null || (typeof path === "string" && ROLLOUT.test(path));
}
