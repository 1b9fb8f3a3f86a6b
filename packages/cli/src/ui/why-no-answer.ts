import type { Question } from "@agent-hook/sdk/internal/questions";
import { whyNotPerson } from "../approve/why-not-person.js";

/**
 * Returns why whoever started this program is not a person, or not for a certain question, or `undefined`. The same rules
 * as for `agent-hook approve`: otherwise, an agent could start the page and answer its own question there.
 */
export function whyNoAnswer(question?: Question): string | undefined {
  if (process.stdin.isTTY !== true || process.stdout.isTTY !== true) {
    return "agent-hook ui was not started in a terminal";
  }
  return whyNotPerson(question ?? ANY_QUESTION);
}

/** From no machine, so that only what holds for every question is checked. */
const ANY_QUESTION = { machine: "" };
