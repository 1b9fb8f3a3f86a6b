import type { CompoundList, Elif, For, Script, SyntaxNode, While } from "unbash";
import { isEndlessLoop, reportForkBomb, reportJobFlood } from "../rules/floods.js";
import { type Arg, argOf, type Content, EMPTY, joined, UNKNOWN } from "../values/content.js";
import type { State } from "../values/state.js";
import { HOLE } from "../values/text.js";
import { arithmeticOf } from "./arithmetic.js";
import { withRedirects } from "./redirects.js";
import type { Result, Shell } from "./shell.js";
import { expandText, expandWord } from "./words.js";

const MOST_ROUNDS = 24;

/** Runs a command that contains other commands, such as a loop or a subshell. */
export function runCompound(node: SyntaxNode, state: State, stdin: Content, shell: Shell): Result[] {
  switch (node.type) {
    case "AndOr":
      return runAndOr(node.commands, node.operators, state, stdin, shell);
    case "If":
      return runIf(node.clause, node.then, [...node.elif, ...(node.else ? [node.else] : [])], state, stdin, shell);
    case "For":
    case "Select":
      return runFor(node, state, stdin, shell);
    case "While":
      return runWhile(node, state, stdin, shell);
    case "ArithmeticFor":
      if (node.test === undefined) reportJobFlood(node.body, shell);
      for (const part of [node.initialize, node.test, node.update]) arithmeticOf(part, state, shell);
      return ended(shell.node(node.body, state, stdin), "break");
    case "Case":
      expandText(node.word, state, shell);
      return [
        { state, out: EMPTY, ok: undefined },
        ...node.items.flatMap(({ body }) => shell.node(body, state.fork(), stdin)),
      ];
    case "Subshell":
      return shell.node(node.body, state.subshell(), stdin).map((result) => ({ ...result, state }));
    case "BraceGroup":
      return shell.node(node.body, state, stdin);
    case "Redirected":
      return withRedirects(node.redirects, state, stdin, shell, (inside, input) =>
        shell.node(node.command, inside, input),
      );
    case "Function":
      state.functions.set(node.name.value, node.body);
      reportForkBomb(node.name.value, node.body, shell);
      return [{ state, out: EMPTY, ok: true }];
    case "Coproc":
      return runCoproc(node.name?.value ?? "COPROC", node.body, state, shell);
    case "ArithmeticCommand":
      arithmeticOf(node.expression, state, shell);
      return [{ state, out: EMPTY, ok: undefined }];
    default:
      return [{ state, out: EMPTY, ok: undefined }];
  }
}

function runAndOr(
  commands: readonly SyntaxNode[],
  operators: readonly string[],
  state: State,
  stdin: Content,
  shell: Shell,
): Result[] {
  const [first, ...rest] = commands;
  let ways = first ? shell.node(first, state, stdin) : [];
  rest.forEach((command, index) => {
    const goal = operators[index] === "&&";
    ways = ways.flatMap((way) => {
      if (way.state.ended !== undefined || way.ok === !goal) return [way];
      // After `&&`, only the way on which the left side succeeded is followed.
      const isCertain = way.ok === goal || goal;
      const next = shell.node(command, isCertain ? way.state : way.state.fork(), stdin);
      const gone = next.map((result) => ({ ...result, out: joined([way.out, result.out]) }));
      const live = goal ? gone : gone.filter(({ state: after }) => after.ended === undefined);
      return isCertain ? gone : [{ ...way, ok: true }, ...live];
    });
  });
  return ways;
}

function runIf(
  clause: CompoundList,
  then: CompoundList,
  others: readonly (Elif | CompoundList)[],
  state: State,
  stdin: Content,
  shell: Shell,
): Result[] {
  return shell.node(clause, state, stdin).flatMap((way) => {
    const yes = way.ok === false ? [] : shell.node(then, way.state.fork(), stdin);
    if (way.ok === true) return yes;
    const [next, ...rest] = others;
    if (next === undefined) return [...yes, { state: way.state, out: EMPTY, ok: undefined }];
    const no =
      next.type === "Elif"
        ? runIf(next.clause, next.then, rest, way.state, stdin, shell)
        : shell.node(next, way.state, stdin);
    return [...yes, ...no];
  });
}

function runFor(node: Pick<For, "name" | "wordlist" | "body">, state: State, stdin: Content, shell: Shell): Result[] {
  const words = node.wordlist?.flatMap((word) => expandWord(word, state, shell)) ?? state.positional;
  const rounds: readonly Arg[] = words.length === 0 ? [argOf(HOLE)] : words.slice(0, MOST_ROUNDS);
  let ways: Result[] = [{ state, out: EMPTY, ok: true }];
  for (const value of rounds) {
    ways = ways.slice(0, 4).flatMap((way) => {
      if (way.state.ended !== undefined) return [way];
      way.state.set(node.name.value, [value]);
      return shell
        .node(node.body, way.state, stdin)
        .map((result) => ({ ...result, out: joined([way.out, result.out]) }));
    });
  }
  return ended(ways, "break");
}

function runWhile(node: While, state: State, stdin: Content, shell: Shell): Result[] {
  if (isEndlessLoop(node)) reportJobFlood(node.body, shell);
  const before = shell.node(node.clause, state, stdin);
  return ended(
    before.flatMap((way) => shell.node(node.body, way.state, stdin)),
    "break",
  );
}

/** A coprocess reads what is written to its second descriptor and writes to its first. */
function runCoproc(name: string, body: SyntaxNode, state: State, shell: Shell): Result[] {
  const [result] = shell.node(body, state.subshell(), UNKNOWN);
  const script: Script = { type: "Script", pos: body.pos, end: body.end, shebang: undefined, commands: [] };
  state.channels.set(`${name}-out`, { to: "content", content: result?.out ?? UNKNOWN });
  state.channels.set(`${name}-in`, { to: "process", script: { ...script, commands: [asStatement(body)] } });
  state.set(name, [argOf(`${name}-out`), argOf(`${name}-in`)], true);
  return [{ state, out: EMPTY, ok: true }];
}

function asStatement(body: SyntaxNode): Script["commands"][number] {
  return { type: "Statement", pos: body.pos, end: body.end, command: body as never, background: undefined };
}

/** Ends the loop or function that a `break` or `return` is in: commands after it run. */
export function ended(results: readonly Result[], what: "break" | "return"): Result[] {
  for (const { state } of results) if (state.ended === what) state.ended = undefined;
  return [...results];
}
