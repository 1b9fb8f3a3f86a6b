import { type Answers, answersFromFlags } from "./answers/answers.js";
import { type Flags, parseFlags } from "./answers/flags.js";
import { CreateError, Stopped, UsageError } from "./create-error.js";
import { nextSteps } from "./next-steps.js";
import { callingPackageManager, packageManager } from "./package-manager.js";
import { writeProject } from "./place/write-project.js";
import { create } from "./project/create.js";
import type { CreateOptions } from "./project/create-options.js";
import { readShipped } from "./shipped.js";
import { initGit } from "./steps/git.js";
import { install } from "./steps/install.js";
import { runStoppable } from "./steps/stoppable.js";

/** Runs the program and returns its exit code. `folder` is the folder of this package. */
export async function run(argv: readonly string[], folder: string): Promise<number> {
  try {
    await makeProject(argv, folder);
    return 0;
  } catch (error) {
    return reportError(error);
  }
}

async function makeProject(argv: readonly string[], folder: string): Promise<void> {
  const shipped = readShipped(folder);
  const flags = parseFlags(argv, shipped);
  if (flags === undefined) return;
  if (flags.force) await assertPerson();
  const caller = callingPackageManager(process.env.npm_config_user_agent);
  const usePrompts = canPrompt(flags);
  const answers = usePrompts
    ? await (await import("./answers/ask.js")).promptForAnswers(flags, shipped.templates, caller)
    : answersFromFlags(flags, shipped.templates, caller);
  const { place, template, language } = answers;
  const options: CreateOptions = {
    name: place.name,
    template,
    language,
    packageManager: answers.packageManager,
  };
  const replaced = await runStoppable((signal) => createProject(options, answers, signal));
  console.log(nextSteps(answers, options, replaced, usePrompts));
}

/** Throws in an agent's shell: the files that `--force` replaces may be those of a hook that guards the agent. */
async function assertPerson(): Promise<void> {
  const { whyAgentMayNot } = await import("agent-hook/internal/agent-shell");
  const why = whyAgentMayNot("--force");
  if (why !== undefined) throw new UsageError(why);
}

/** Creates the project, or leaves nothing behind. */
async function createProject(
  options: CreateOptions,
  answers: Answers,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { folder } = answers.place;
  const { replaced, undo } = writeProject(folder, create(options));
  try {
    if (answers.git) await initGit(folder, signal);
    if (answers.install) {
      console.error(`Installing with ${answers.packageManager} ...`);
      await install(packageManager(answers.packageManager), folder, signal);
    }
    return replaced;
  } catch (error) {
    undo();
    throw error;
  }
}

function canPrompt({ yes }: Flags): boolean {
  const { CI = "" } = process.env;
  return !yes && process.stdin.isTTY && process.stdout.isTTY && ["", "0", "false"].includes(CI);
}

/** Any error other than ours and those of the file system is a bug and keeps its stack. */
function reportError(error: unknown): number {
  if (!(error instanceof CreateError || error instanceof Stopped || isSystemError(error))) throw error;
  console.error(`create-agent-hook: ${isSystemError(error) ? systemErrorText(error) : error.message}`);
  return isSystemError(error) ? 1 : error.exitCode;
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error;
}

/** Removes the system call and the paths that Node adds: some are temporary names that mean nothing to the user. */
function systemErrorText({ message }: Error): string {
  return `cannot write the project there (${message.replace(/, \w+( '.*)?$/s, "")}); nothing was written: use another folder`;
}
