import type { Hook } from "@agent-hook/sdk";
import { withPerson } from "@agent-hook/sdk/internal/questions";
import { checkOptions } from "../check-options.js";
import { guardAnswers } from "./guard-answers.js";
import { type AskPersonOptions, optionsSchema } from "./options.js";

/** The time that the hook needs in addition to the person, in milliseconds. */
const OWN_MS = 5000;

/**
 * Returns the hook with a person: if it asks about a call, and the host has no way to ask, the call waits until a person
 * answers with `agent-hook approve` or on the page of `agent-hook ui`.
 *
 * - A yes is for exactly this call, once. Other arguments, and the same call again, ask again.
 * - Without an answer in `waitMs`, the call is denied. If the person says yes before the question expires, the next
 *   identical call runs.
 * - After a no, identical calls are denied until the question expires.
 * - If the store fails, the call is denied.
 *
 * The hook's deadline becomes longer: run `agent-hook config` or `agent-hook add` again after you add `askPerson` or change
 * `waitMs`. Shell commands that run `agent-hook approve` are denied. Add `protectFiles`, which guards the files with the
 * answers.
 *
 * Throws a `TypeError` if an option is invalid.
 *
 * @example await serve(askPerson(compose(guardShell(), protectFiles()), { notify: [{ ntfy: "https://ntfy.sh/my-topic" }] }));
 */
export function askPerson<Env>(hook: Hook<Env>, options: AskPersonOptions = {}): Hook<Env> {
  const checked = checkOptions("askPerson", optionsSchema(), options);
  const person = {
    always: checked.always,
    // Loaded with the first question: most processes of a one-shot host have none.
    decide: async (request: Parameters<typeof import("./decide-by-person.js").decideByPerson>[0]) =>
      (await import("./decide-by-person.js")).decideByPerson(request, checked),
  };
  return withPerson(hook as Hook, person, guardAnswers() as Hook, checked.waitMs + OWN_MS) as Hook<Env>;
}
