import { EXIT_CODE_MEANINGS } from "../../packages/cli/src/exit-codes.js";
import { Invocation } from "../../packages/cli/src/invocation.js";
import { createProgram } from "../../packages/cli/src/program.js";
import { Terminal } from "../../packages/cli/src/terminal/terminal.js";
import { table } from "./table.js";

/** Returns every command with its description, and the exit codes. The page has a section for each command. */
export function commandReference(): string {
  const invocation = new Invocation(new Terminal(process.stdout, process.stderr), undefined);
  const { commands } = createProgram(invocation, "");
  return [
    table(
      ["command", ""],
      commands.map((command) => [`[${command.name()}](#agent-hook-${command.name()})`, command.description()]),
    ),
    table(
      ["exit code", ""],
      EXIT_CODE_MEANINGS.map(([code, meaning]) => [String(code), meaning]),
    ),
  ].join("\n\n");
}
