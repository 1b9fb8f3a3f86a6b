import { checkDecision } from "./decision-rules.js";
import { Failure } from "./failure.js";

/**
 * Returns the text that the handler of an event adds for the model, or `undefined`. Other values mean nothing: handlers
 * of events often end with an expression. Throws a `Failure` for a decision that no event can have.
 */
export function contextIn(value: unknown, hook: string, where: string): string | undefined {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, "action")) return undefined;
  // `addContext` has the same form as at a prompt.
  const checked = checkDecision("onPrompt", value);
  if ("problem" in checked) throw new Failure("invalid-decision", hook, where, `${where} ${checked.problem}`);
  if (checked.decision.action === "addContext") return checked.decision.text;
  throw new Failure("invalid-decision", hook, where, `${where} returned "deny", expected addContext or nothing`);
}
