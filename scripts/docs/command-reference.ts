import { EXIT_CODE_MEANINGS } from "../../packages/cli/src/exit-codes.js";
import { Invocation } from "../../packages/cli/src/invocation.js";
import { createProgram } from "../../packages/cli/src/program.js";
import { Terminal } from "../../packages/cli/src/terminal/terminal.js";

type Command = ReturnType<typeof createProgram>;

/** What the exit codes mean, and what `--help` of every command says, from the program itself. */
export function commandReference(): string {
  const invocation = new Invocation(new Terminal(process.stdout, process.stderr), undefined);
  const { commands } = createProgram(invocation, "");
  const codes = EXIT_CODE_MEANINGS.map(([code, meaning]) => `| ${code} | ${meaning} |`);
  return [["| exit code | |", "|---|---|", ...codes].join("\n"), ...commands.map(section)].join("\n\n");
}

function section(command: Command): string {
  const name = command.name();
  const mark = `<!-- output: node packages/cli/bin/agent-hook.js ${name} --help -->`;
  return `## agent-hook ${name}\n\n${mark}\n\`\`\`text\n${help(command)}\n\`\`\``;
}

function help(command: Command): string {
  let text = "";
  command.configureOutput({
    writeOut: (part) => {
      text += part;
    },
    getOutHelpWidth: () => 80,
    getOutHasColors: () => false,
  });
  command.outputHelp();
  return text.trim();
}
