import { readFileSync } from "node:fs";
import { type Command, CommanderError } from "commander";
import { CommandError, usageError } from "./command-error.js";
import { exitOnSignals } from "./doctor/until-signal.js";
import { EXIT_CODES } from "./exit-codes.js";
import { Invocation } from "./invocation.js";
import { createProgram } from "./program.js";
import { splitArguments } from "./split-arguments.js";
import { Terminal } from "./terminal/terminal.js";

/** Runs the command line to its end; the exit code. */
export async function run(argv: readonly string[]): Promise<number> {
  const { own, hook } = splitArguments(argv);
  // The wire of the hook that `trace` stands in for; what it says itself goes to stderr.
  const stdoutIsWire = own[0] === "trace" && hook !== undefined;
  if (!stdoutIsWire) process.stdout.on("error", endWithReader);
  // Who cannot read why a command fails can still read its exit code.
  process.stderr.on("error", () => {});
  if (!ENDS_BY_ITSELF.includes(own[0] ?? "")) exitOnSignals();
  const terminal = new Terminal(stdoutIsWire ? process.stderr : process.stdout, process.stderr);
  const invocation = new Invocation(terminal, hook);
  const program = createProgram(invocation, version());
  for (const command of [program, ...program.commands]) throwUsageErrors(command);
  try {
    await program.parseAsync(own, { from: "user" });
    return invocation.exitCode;
  } catch (error) {
    return tell(error, terminal, own.includes("--json"), hook === undefined);
  }
}

/** `trace` passes signals on to its hook, and `doctor` has files to remove. */
const ENDS_BY_ITSELF = ["trace", "doctor"];

/** `agent-hook ... | head` is no error; a full disk is one. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit();
  process.stderr.write(`agent-hook: the result cannot be written: ${error.message}\n`);
  process.exit(EXIT_CODES.usage);
}

/** They are told in one way, as all others. */
function throwUsageErrors(command: Command): void {
  command.exitOverride().configureOutput({ outputError: () => {} });
}

function tell(error: unknown, terminal: Terminal, json: boolean, noHook: boolean): number {
  const { code, message, exitCode } = known(error, noHook);
  if (message === undefined) return exitCode;
  if (json) terminal.printJson({ error: { code, message } });
  else terminal.note(`${terminal.noteStyle("red", "agent-hook:")} ${message}`);
  return exitCode;
}

/** What is no error of ours is a bug, and keeps its stack. */
function known(error: unknown, noHook: boolean): { code: string; message?: string; exitCode: number } {
  if (error instanceof CommandError) return error;
  if (isOutOfStack(error)) return usageError(TOO_DEEP, error);
  if (!(error instanceof CommanderError)) throw error;
  // Help that was asked for ends with 0; help because nothing was asked for is a mistake, and was printed.
  if (error.code === "commander.help" || error.exitCode === 0) {
    return { code: "help", exitCode: error.exitCode === 0 ? EXIT_CODES.fine : EXIT_CODES.usage };
  }
  const hint = noHook && error.code === "commander.excessArguments" ? " The hook's command comes after --." : "";
  const message = error.message.replace(/^error: /, "").replaceAll("\n", " ") + hint;
  return { code: "usage", message, exitCode: EXIT_CODES.usage };
}

const TOO_DEEP = "something that was read or answered is nested too deeply: expected some hundred levels at most";

/** Data that came from outside is gone through by recursion, in libraries too. */
function isOutOfStack(error: unknown): boolean {
  return error instanceof RangeError && error.message === "Maximum call stack size exceeded";
}

function version(): string {
  return JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;
}
