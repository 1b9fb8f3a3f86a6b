import type { Pipeline } from "unbash";
import type { Content } from "../values/content.js";
import type { State } from "../values/state.js";
import type { Result, Shell } from "./shell.js";

/** The most ways of one stage that are followed in the next. */
const MOST_WAYS = 16;

/** Runs `a | b | c`. Each stage reads what the one before writes. */
export function runPipeline(node: Pipeline, state: State, stdin: Content, shell: Shell): Result[] {
  const last = node.commands.length - 1;
  const isNegated = node.prefixes.filter(({ type }) => type === "Negation").length % 2 === 1;
  let ways: Result[] = [{ state, out: stdin, ok: undefined }];
  node.commands.forEach((command, index) => {
    const isAlone = last === 0 || (index === last && state.lastPipe);
    ways = ways
      .flatMap((way) => {
        const results = shell.node(command, isAlone ? state : state.subshell(), way.out);
        return isAlone ? results : results.map((result) => ({ ...result, state }));
      })
      .slice(0, MOST_WAYS);
  });
  return ways.map(({ state: after, out, ok }) => ({
    state: after,
    out,
    ok: isNegated && ok !== undefined ? !ok : ok,
  }));
}
