import { didYouMean } from "@agent-hook/protocol";
import { Command, CommanderError, InvalidArgumentError } from "commander";
import { UsageError } from "../create-error.js";
import { PACKAGE_MANAGERS, type PackageManagerName } from "../package-manager.js";
import type { Shipped, Template } from "../shipped.js";

/** The options of the command line. */
export interface Flags {
  readonly folder?: string;
  readonly template?: string;
  readonly javascript?: true;
  readonly packageManager?: PackageManagerName;
  /** `false` or missing. */
  readonly install?: false;
  readonly git?: false;
  readonly force?: true;
  readonly yes?: true;
}

/** Parses the command line. Prints the help and returns `undefined` if it was requested. */
export function parseFlags(argv: readonly string[], shipped: Shipped): Flags | undefined {
  const program = commandLine(shipped)
    .exitOverride()
    .configureOutput({ outputError: () => {} });
  try {
    // pnpm and yarn pass on the `--` that npm needs. No argument of ours begins with a dash.
    program.parse(
      [...argv].filter((word) => word !== "--"),
      { from: "user" },
    );
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return undefined;
    throw error instanceof CommanderError ? misuse(error, program) : error;
  }
  const { install, git, ...flags } = program.opts();
  const [folder] = program.args;
  return {
    ...flags,
    ...(folder ? { folder } : {}),
    ...(install ? {} : { install: false }),
    ...(git ? {} : { git: false }),
  };
}

function misuse({ code, message }: CommanderError, program: Command): UsageError {
  const options = program.options.map(({ long }) => long).join(", ");
  const choices = code === "commander.unknownOption" ? `; the options are ${options}` : "";
  return new UsageError(`${message.replace(/^error: /, "").replaceAll("\n", " ")}${choices}${npmHint()}`);
}

/** npm consumes flags before its `--` itself and passes their values to us as arguments. */
export function npmHint(): string {
  if (process.env.npm_config_template === undefined) return "";
  return "\nnpm kept --template for itself: put -- before the flags";
}

function commandLine({ version, templates }: Shipped): Command {
  return new Command("create-agent-hook")
    .description("Makes a project for an agent hook: it runs, is tested and can be published.")
    .version(version, "--version", "print the version")
    .helpOption("--help", "show what there is")
    .argument("[folder]", "a new folder, . for this one, or a scoped name such as @me/my-hook")
    .option("--template <name>", "what the hook does; see below", oneOf(templates.map(({ name }) => name)))
    .option("--javascript", "JavaScript in place of TypeScript")
    .option("--package-manager <name>", "npm, pnpm, yarn or bun (default: the one that calls)", oneOf(PACKAGE_MANAGERS))
    .option("--no-install", "do not install the dependencies")
    .option("--no-git", "do not make a git repository; there is none inside of another in any case")
    .option("--force", "write into a folder that is not empty: files of the same name are replaced, none is deleted")
    .option("--yes", "ask nothing; nor is anything asked without a terminal, or where CI is set")
    .allowExcessArguments(false)
    .addHelpText("after", `\n${help(templates)}`);
}

function help(templates: readonly Template[]): string {
  const width = Math.max(...templates.map(({ name }) => name.length));
  const list = templates.map(({ name, packageJson }) => `  ${name.padEnd(width)}  ${packageJson.description}`);
  return `Templates:
${list.join("\n")}

With a package manager:
  npm create agent-hook@latest my-hook -- --template weather
  pnpm create agent-hook@latest my-hook --template weather
  yarn create agent-hook my-hook --template weather
  bun create agent-hook my-hook --template weather

Exit codes:
    0  the project is there
    1  it is not, and nothing is left behind
    2  a flag or an argument is missing or wrong
  130  it was stopped by Ctrl-C, and nothing is left behind`;
}

function oneOf<Choice extends string>(choices: readonly Choice[]) {
  return (text: string): Choice => {
    const choice = choices.find((known) => known === text);
    if (choice !== undefined) return choice;
    throw new InvalidArgumentError(`Expected one of ${choices.join(", ")}${didYouMean(text, choices)}.`);
  };
}
