import type { CompoundList, Elif, For, Script, SyntaxNode, While } from "unbash";
import { giveUp } from "../limits.js";
import { isEndlessLoop, reportForkBomb, reportJobFlood } from "../rules/floods.js";
import { type Arg, argOf, type Content, contentOf, EMPTY, joined, mergedMarks, UNKNOWN } from "../values/content.js";
import type { State } from "../values/state.js";
import { HOLE, isKnown } from "../values/text.js";
import { arithmeticOf } from "./arithmetic.js";
import { withRedirects } from "./redirects.js";
import type { Result, Shell } from "./shell.js";
import { expandText, expandWord } from "./words.js";

/** A loop with more rounds is not followed. */
const MAX_ROUNDS = 128;
const TOO_MANY_ROUNDS = `a loop in it has more than ${MAX_ROUNDS} rounds`;
const MAX_NUMBERS = 8;
/** If the outcomes of a command write more together, their output counts as unknown, and is not run. */
const MAX_OUTPUT_LENGTH = 4096;

/** Functions that a shell calls when something happens. */
const HANDLERS =
  /^(?:command_not_found_handler?|TRAP[A-Z0-9]+|precmd|preexec|chpwd|periodic|zshexit|fish_(?:prompt|exit|greeting|command_not_found))$/;

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
      return ended(
        inLoop({ state, out: EMPTY, ok: true }, () => shell.node(node.body, state, stdin)),
        "break",
      );
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
      reportForkBomb(node.name.value, node.body, shell, state.functions);
      // The shell itself calls it.
      if (HANDLERS.test(node.name.value)) shell.node(node.body, state.fork(), UNKNOWN);
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
  let before = state.fork();
  let outcomes = first ? shell.node(first, state, stdin) : [];
  rest.forEach((command, index) => {
    const goal = operators[index] === "&&";
    const unchanged = before;
    before = (outcomes[0]?.state ?? state).fork();
    outcomes = mergeEqual(
      outcomes.flatMap((outcome) => {
        if (outcome.state.ended !== undefined || outcome.ok === !goal) return [outcome];
        if (outcome.ok === goal) return follow(command, outcome, stdin, shell);
        // If the left side of `&&` fails, a change such as that of `cd` is not made, and the right side does not run.
        const other = goal
          ? { ...outcome, state: unchanged.fork(), ok: false }
          : { ...outcome, state: outcome.state.fork(), ok: true };
        return [...follow(command, outcome, stdin, shell), other];
      }),
    );
  });
  return outcomes;
}

function follow(command: SyntaxNode, outcome: Result, stdin: Content, shell: Shell): Result[] {
  return shell.node(command, outcome.state, stdin).map((next) => ({ ...next, out: joined([outcome.out, next.out]) }));
}

/** Merges outcomes that no later command can tell apart. The merged outcome writes what each of them writes. */
export function mergeEqual(outcomes: readonly Result[]): Result[] {
  if (outcomes.length < 2) return [...outcomes];
  const seen = new Map<string, Result>();
  for (const outcome of outcomes) {
    const signature = `${outcome.ok}\n${outcome.state.signature()}`;
    const same = seen.get(signature);
    seen.set(signature, same === undefined ? outcome : { ...same, out: eitherOf(same.out, outcome.out) });
  }
  return [...seen.values()];
}

function eitherOf(one: Content, other: Content): Content {
  if (one.text === other.text) return contentOf(one.text, mergedMarks([one, other]));
  const both = joined([one, other]);
  return (both.text?.length ?? 0) > MAX_OUTPUT_LENGTH ? contentOf(undefined, { ...both, decoded: true }) : both;
}

function runIf(
  clause: CompoundList,
  then: CompoundList,
  others: readonly (Elif | CompoundList)[],
  state: State,
  stdin: Content,
  shell: Shell,
): Result[] {
  return shell.node(clause, state, stdin).flatMap((outcome) => {
    const yes = outcome.ok === false ? [] : shell.node(then, outcome.state.fork(), stdin);
    if (outcome.ok === true) return yes;
    const [next, ...rest] = others;
    if (next === undefined) return [...yes, { state: outcome.state, out: EMPTY, ok: undefined }];
    const no =
      next.type === "Elif"
        ? runIf(next.clause, next.then, rest, outcome.state, stdin, shell)
        : shell.node(next, outcome.state, stdin);
    return [...yes, ...no];
  });
}

function runFor(node: Pick<For, "name" | "wordlist" | "body">, state: State, stdin: Content, shell: Shell): Result[] {
  const words = node.wordlist?.flatMap((word) => expandWord(word, state, shell)) ?? state.positional;
  const rounds = roundsOf(words);
  // What is not known can be an empty list.
  const isSure = words.some(({ text }) => isKnown(text));
  let outcomes: Result[] = [{ state: isSure ? state : state.fork(), out: EMPTY, ok: true }];
  for (const value of rounds) {
    outcomes = mergeEqual(
      outcomes.flatMap((outcome) => {
        if (outcome.state.ended !== undefined) return [outcome];
        outcome.state.set(node.name.value, [value]);
        return inLoop(outcome, () => follow(node.body, outcome, stdin, shell));
      }),
    );
  }
  const done = ended(outcomes, "break");
  return isSure ? done : mergeEqual([...done, { state, out: EMPTY, ok: true }]);
}

/** Keeps only the first numbers: rounds of a loop that differ only by a number are judged alike. */
function roundsOf(words: readonly Arg[]): readonly Arg[] {
  if (words.length === 0) return [argOf(HOLE)];
  let numbers = 0;
  const rounds = words.filter(({ text }) => !/^\d+$/.test(text) || numbers++ < MAX_NUMBERS);
  if (rounds.length > MAX_ROUNDS) giveUp(TOO_MANY_ROUNDS);
  return rounds;
}

function runWhile(node: While, state: State, stdin: Content, shell: Shell): Result[] {
  if (isEndlessLoop(node)) reportJobFlood(node.body, shell);
  const goal = node.kind === "while";
  const outcomes: Result[] = [];
  for (const line of linesFor(node, stdin)) {
    for (const outcome of shell.node(node.clause, outcomes.at(-1)?.state.fork() ?? state.fork(), line)) {
      if (outcome.ok !== !goal)
        outcomes.push(
          ...ended(
            inLoop(outcome, () => follow(node.body, outcome, line, shell)),
            "break",
          ),
        );
    }
  }
  // Without a round, only the clause has run.
  const none = shell.node(node.clause, state, stdin).filter(({ ok }) => ok !== goal);
  return mergeEqual([...outcomes, ...none]);
}

/** `while read` gets one line in each round. */
function linesFor({ clause }: While, stdin: Content): readonly Content[] {
  const command = clause.commands.at(-1)?.command;
  const reads = command?.type === "Command" && command.name?.value === "read";
  if (!reads || stdin.text === undefined) return [stdin];
  const lines = stdin.text.split("\n").filter((line) => line !== "");
  if (lines.length > MAX_ROUNDS) giveUp(TOO_MANY_ROUNDS);
  return lines.map((line) => contentOf(line, stdin));
}

/** Runs a round of a loop. After `continue`, the next round runs. */
function inLoop(outcome: Result, round: () => Result[]): Result[] {
  outcome.state.loopDepth++;
  const results = ended(round(), "continue");
  for (const { state } of results) state.loopDepth = Math.max(0, state.loopDepth - 1);
  return results;
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
export function ended(results: readonly Result[], what: "break" | "return" | "continue"): Result[] {
  for (const { state } of results) if (state.ended === what) state.ended = undefined;
  return [...results];
}
