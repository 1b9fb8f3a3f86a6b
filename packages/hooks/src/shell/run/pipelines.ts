import type { Pipeline } from "unbash";
import { giveUp, spend } from "../limits.js";
import { isShownFrom, isTakenFrom } from "../rules/takers.js";
import type { Content } from "../values/content.js";
import type { State } from "../values/state.js";
import type { Result, Shell } from "./shell.js";

/** The most outcomes of one stage that are followed in the next. */
const MAX_OUTCOMES = 16;

/** Runs `a | b | c`. Each stage reads what the one before writes. */
export function runPipeline(node: Pipeline, state: State, stdin: Content, shell: Shell): Result[] {
  const last = node.commands.length - 1;
  const isNegated = node.prefixes.filter(({ type }) => type === "Negation").length % 2 === 1;
  let outcomes: Result[] = [{ state, out: stdin, ok: undefined }];
  node.commands.forEach((command, index) => {
    // Whether a stage shows what it reads depends on those after it.
    spend(last);
    const isAlone = last === 0 || (index === last && state.lastPipe);
    outcomes = outcomes.flatMap((outcome) => {
      const inside = isAlone ? state : state.subshell();
      if (!isAlone && index < last) {
        inside.isTaken = isTakenFrom(index, node.commands);
        inside.isShown &&= isShownFrom(index, node.commands);
      }
      const results = shell.node(command, inside, outcome.out);
      return isAlone ? results : results.map((result) => ({ ...result, state }));
    });
    if (outcomes.length > MAX_OUTCOMES) giveUp("it can end in too many ways");
  });
  return outcomes.map(({ state: after, out, ok }) => ({
    state: after,
    out,
    ok: isNegated && ok !== undefined ? !ok : ok,
  }));
}
