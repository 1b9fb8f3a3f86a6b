import { didYouMean } from "@agent-hook/sdk/internal/text";
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
  /** `false` or absent. */
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
    // npm needs a `--` and removes it, but pnpm and yarn pass it on. It has no meaning here.
    program.parse(
      [...argv].filter((word) => word !== "--"),
      { from: "user" },
    );
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return undefined;
    throw error instanceof CommanderError ? flagError(error, program) : error;
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

function flagError({ code, message }: CommanderError, program: Command): UsageError {
  const options = program.options.map(({ long }) => long).join(", ");
  const choices = code === "commander.unknownOption" ? `; the options are ${options}` : "";
  return new UsageError(`${message.replace(/^error: /, "").replaceAll("\n", " ")}${choices}${npmHint()}`);
}

/** Without `--`, npm takes our flags for its own, and passes only their values on to us, as arguments. */
export function npmHint(): string {
  if (process.env.npm_config_template === undefined) return "";
  return "\nnpm consumed --template: put -- before the flags";
}

function commandLine({ version, templates }: Shipped): Command {
  return new Command("create-agent-hook")
    .description("Creates a project for an agent hook. The project runs, has tests and can be published.")
    .version(version, "--version", "print the version")
    .helpOption("--help", "show help")
    .argument("[folder]", 'a new folder, a scoped name such as @me/my-hook, or "." for the current folder')
    .option(
      "--template <name>",
      "the template; see below (default: the first)",
      oneOf(templates.map(({ name }) => name)),
    )
    .option("--javascript", "use JavaScript instead of TypeScript")
    .option(
      "--package-manager <name>",
      "npm, pnpm, yarn, bun or deno (default: the one that runs this); Bun and Deno also run the hook",
      oneOf(PACKAGE_MANAGERS),
    )
    .option("--no-install", "do not install the dependencies")
    .option("--no-git", "do not create a git repository (never done inside another repository)")
    .option("--force", "write into a folder that is not empty; replaces files of the same name, deletes none")
    .option("--yes", "do not prompt; there are also no prompts without a terminal or if CI is set")
    .allowExcessArguments(false)
    .addHelpText("after", `\n${help(templates)}`);
}

function help(templates: readonly Template[]): string {
  const width = Math.max(...templates.map(({ name }) => name.length));
  const list = templates.map(({ name, packageJson }) => `  ${name.padEnd(width)}  ${packageJson.description}`);
  return `Templates:
${list.join("\n")}

With a package manager:
  npm create agent-hook@latest my-hook -- --template guard
  pnpm create agent-hook@latest my-hook --template guard
  yarn create agent-hook my-hook --template guard
  bun create agent-hook my-hook --template guard
  deno init --npm agent-hook my-hook --template guard

Exit codes:
    0  the project was created
    1  it was not created, and nothing is left behind
    2  a flag or an argument is missing or wrong
  130  stopped with Ctrl-C, and nothing is left behind`;
}

function oneOf<Choice extends string>(choices: readonly Choice[]) {
  return (text: string): Choice => {
    const choice = choices.find((known) => known === text);
    if (choice !== undefined) return choice;
    throw new InvalidArgumentError(`Expected one of ${choices.join(", ")}${didYouMean(text, choices)}.`);
  };
}
