import { readFileSync } from "node:fs";
import { type Command, CommanderError } from "commander";
import { CommandError, usageError } from "./command-error.js";
import { exitOnSignals } from "./doctor/until-signal.js";
import { EXIT_CODES } from "./exit-codes.js";
import { Invocation, splitArguments } from "./invocation.js";
import { createProgram } from "./program.js";
import { Terminal } from "./terminal/terminal.js";

/** Runs the command line to its end and returns the exit code. */
export async function run(argv: readonly string[]): Promise<number> {
  const { own, hook } = splitArguments(argv);
  // For `trace` and `dev`, stdout is the hook's wire. Their own output goes to stderr.
  const stdoutIsWire = (own[0] === "trace" || own[0] === "dev") && hook !== undefined;
  if (!stdoutIsWire) process.stdout.on("error", exitWithReader);
  // Without a reader on stderr, the exit code still shows a failure.
  process.stderr.on("error", () => {});
  if (!HANDLES_SIGNALS.includes(own[0] ?? "")) exitOnSignals();
  // The other commands call hooks themselves, and only the calls of agents belong into the log.
  if (own[0] !== "trace") process.env.AGENT_HOOK_LOG ??= "off";
  const terminal = new Terminal(stdoutIsWire ? process.stderr : process.stdout, process.stderr);
  const invocation = new Invocation(terminal, hook);
  const program = createProgram(invocation, version());
  for (const command of [program, ...program.commands]) throwUsageErrors(command);
  try {
    await program.parseAsync(own, { from: "user" });
    return invocation.exitCode;
  } catch (error) {
    return reportError(error, terminal, own.includes("--json"), hook === undefined);
  }
}

/** Commands that handle signals themselves: the first two pass them on to the hook, and `doctor` has files to remove. */
const HANDLES_SIGNALS = ["trace", "dev", "doctor"];

/** Exits silently if the reader closes the pipe (`agent-hook ... | head`), and with an error if, say, the disk is full. */
function exitWithReader(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit();
  process.stderr.write(`agent-hook: cannot write the result: ${error.message}\n`);
  process.exit(EXIT_CODES.usage);
}

/** Makes commander throw its usage errors, so that all errors are reported in the same way. */
function throwUsageErrors(command: Command): void {
  command.exitOverride().configureOutput({ outputError: () => {} });
}

function reportError(error: unknown, terminal: Terminal, json: boolean, noHook: boolean): number {
  const { code, message, exitCode } = errorDetails(error, noHook);
  if (message === undefined) return exitCode;
  if (json) terminal.printJson({ error: { code, message } });
  else terminal.note(`${terminal.noteStyle("red", "agent-hook:")} ${message}`);
  return exitCode;
}

/** Returns the details of an expected error. Any other error is a bug and is rethrown with its stack. */
function errorDetails(error: unknown, noHook: boolean): { code: string; message?: string; exitCode: number } {
  if (error instanceof CommandError) return error;
  if (isOutOfStack(error)) return usageError(TOO_DEEP, error);
  if (!(error instanceof CommanderError)) throw error;
  // Requested help exits with 0. Help for a missing command is a usage error, and was already printed.
  if (error.code === "commander.help" || error.exitCode === 0) {
    return { code: "help", exitCode: error.exitCode === 0 ? EXIT_CODES.success : EXIT_CODES.usage };
  }
  const hint = noHook && error.code === "commander.excessArguments" ? " The hook's command comes after --." : "";
  const message = error.message.replace(/^error: /, "").replaceAll("\n", " ") + hint;
  return { code: "usage", message, exitCode: EXIT_CODES.usage };
}

const TOO_DEEP = "the input or an answer is nested too deeply: expected at most a few hundred levels";

/** The stack can overflow because recursive code, also in libraries, processes external data. */
function isOutOfStack(error: unknown): boolean {
  return error instanceof RangeError && error.message === "Maximum call stack size exceeded";
}

function version(): string {
  return JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;
}
