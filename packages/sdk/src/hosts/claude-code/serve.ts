import { serveCommand } from "../../command-hook/one-shot-call.js";
import { ownCommand } from "../../runtime/own-command.js";
import type { CallAnswer, CallService, CallSession } from "../../runtime/session.js";
import { adapter } from "./adapter.js";
import { WITH_MOD, withAnswers } from "./mod/answers.js";

/**
 * In a payload after a failed tool: the hooks whose mod has judged it. Only a mod can add a field to a payload. Claude Code
 * passes it on to the commands (observed).
 */
const JUDGED = "agent_hook_judged";
const NOTHING: Promise<CallAnswer> = Promise.resolve({});

/** Serves the one call for which Claude Code starts the process. */
export function serveCall(session: CallSession): CallService {
  const key = session.env[WITH_MOD];
  const service = serveCommand(session, key ? withAnswers(adapter, key) : adapter);
  return {
    ...service,
    answer: (input, problem) => (isJudged(input.value) ? NOTHING : service.answer(input, problem)),
  };
}

/** Returns whether the mod of this hook has judged a payload. Before a tool, only the command judges. */
function isJudged(payload: unknown): boolean {
  const { hook_event_name: event, [JUDGED]: hooks } = Object(payload) as Readonly<Record<string, unknown>>;
  return event === "PostToolUseFailure" && Array.isArray(hooks) && hooks.includes(ownCommand());
}
