import { type Command, forEachChild, type Statement, type SyntaxNode, type While } from "unbash";
import { spend } from "../limits.js";
import type { Shell } from "../run/shell.js";

/** The work of a look at a part of a function. */
const NODE = 5;
const LOOP = { name: "loop", args: [] };

/** Reports a function that starts itself in the background or in a pipe: it fills the machine with processes. */
export function reportForkBomb(name: string, body: SyntaxNode, shell: Shell, functions: Functions = new Map()): void {
  if (!multiplies(body, name, false, functions, new Set())) return;
  const reason = `The function ${name} starts itself again and again, until the machine stops. Use a loop with an end.`;
  shell.report({ name, args: [] }, { class: "destroys-system", rule: "fork-bomb", reason });
}

type Functions = ReadonlyMap<string, SyntaxNode>;

/** `followed`: the functions whose bodies were searched before. */
function multiplies(
  node: SyntaxNode,
  name: string,
  isParallel: boolean,
  functions: Functions,
  followed: Set<string>,
): boolean {
  spend(NODE);
  if (isCall(node, name) && isParallel) return true;
  const other = node.type === "Command" ? (node.name?.value ?? "") : "";
  const body = other === name ? undefined : functions.get(other);
  if (body !== undefined) {
    // Through another function, which is followed once.
    const key = `${isParallel} ${other}`;
    if (followed.has(key)) return false;
    followed.add(key);
    return multiplies(body, name, isParallel, functions, followed);
  }
  // A pipeline multiplies a function that it calls twice. Once is an ordinary recursion.
  if (node.type === "Pipeline" && node.commands.filter((command) => isCall(command, name)).length > 1) return true;
  const parallel = isParallel || (node.type === "Statement" && node.background === true);
  return childrenOf(node).some((child) => multiplies(child, name, parallel, functions, followed));
}

function isCall(node: SyntaxNode, name: string): boolean {
  return node.type === "Command" && node.name?.value === name;
}

/** Whether the condition of a loop never ends it. */
export function isEndlessLoop({ kind, clause }: While): boolean {
  const [only, ...others] = clause.commands;
  const command = only?.command;
  if (others.length > 0 || command === undefined) return false;
  if (command.type === "ArithmeticCommand") return kind === "while" && /^\s*[1-9]\d*\s*$/.test(command.body);
  if (command.type === "TestCommand") {
    const { expression } = command;
    return kind === "while" && expression.type === "TestUnary" && /^\w+$/.test(expression.operand.text);
  }
  if (command.type !== "Command") return false;
  const [word, end] = command.args.map((arg) => (arg.type === "Word" ? arg.value : ""));
  if (command.name?.value === "[" && end === "]" && word) return kind === "while" && !word.startsWith("$");
  const name = command.name?.value.split("/").at(-1) ?? "";
  return kind === "while" ? name === "true" || name === ":" : name === "false";
}

/** Reports an endless loop that starts background jobs and never waits for them. */
export function reportJobFlood(body: SyntaxNode, shell: Shell): void {
  const statements = body.type === "CompoundList" ? body.commands : [];
  if (
    !statements.some((statement) => startsJob(statement) || leavesJob(statement)) ||
    statements.some((statement) => isOneOf(statement, ENDS))
  )
    return;
  const lastWait = statements.findLastIndex((statement) => isOneOf(statement, WAITS));
  const afterWait = statements.slice(lastWait + 1).filter(startsJob);
  const isForgotten = statements.some((statement) => isOneOf(statement, ["disown"]) || leavesJob(statement));
  if (lastWait === 0 && afterWait.length < 2 && !isForgotten) return;
  if (lastWait > 0 && afterWait.length === 0 && !isForgotten) return;
  const reason = "The loop starts background jobs without end. Give it a number of rounds, or wait for each job.";
  shell.report(LOOP, { class: "destroys-system", rule: "job-flood", reason });
}

/** Whether a subshell ends without its job, for which nobody can wait then. */
function leavesJob({ command }: Statement): boolean {
  if (command.type !== "Subshell") return false;
  const inside = command.body.type === "CompoundList" ? command.body.commands : [];
  return inside.some(startsJob) && !inside.some((statement) => isOneOf(statement, WAITS));
}

const ENDS = ["break", "exit", "return"];
const WAITS = ["wait"];

function startsJob(statement: Statement): boolean {
  return statement.background === true;
}

function isOneOf({ command, background }: Statement, names: readonly string[]): boolean {
  return !background && command.type === "Command" && names.includes((command as Command).name?.value ?? "");
}

function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  const children: SyntaxNode[] = [];
  forEachChild(node, (child) => {
    children.push(child);
  });
  return children;
}
