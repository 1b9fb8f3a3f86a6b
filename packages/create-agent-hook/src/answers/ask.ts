import { once } from "node:events";
import { CANCEL_SYMBOL, confirm, isCancel, select, text } from "@clack/prompts";
import { SIGINT_EXIT_CODE, Stopped } from "../create-error.js";
import { PACKAGE_MANAGERS, type PackageManagerName } from "../package-manager.js";
import type { Place } from "../place/place.js";
import type { Language, Template } from "../shipped.js";
import { type Answers, canCreateRepository, checkedPlace, templateNamed } from "./answers.js";
import type { Flags } from "./flags.js";

const EXAMPLE = "my-hook";
const SHOW_CURSOR = "\x1b[?25h";

/** Prompts for what the flags leave open. Throws `Stopped` at Ctrl-C and at the end of the input. */
export async function promptForAnswers(
  flags: Flags,
  templates: readonly Template[],
  caller: PackageManagerName,
): Promise<Answers> {
  const { folder, javascript, force = false } = flags;
  const place = folder === undefined ? await askPlace(flags, templates) : checkedPlace(folder, flags, templates);
  const template = templateNamed(flags.template, templates) ?? (await askTemplate(templates));
  const language = javascript ? "javascript" : await askLanguage();
  const packageManager = flags.packageManager ?? (await askPackageManager(caller));
  const install = flags.install ?? (await askYesOrNo(`Install the dependencies with ${packageManager}?`));
  const git = flags.git ?? (canCreateRepository(place) && (await askYesOrNo("Create a git repository?")));
  return { place, template, language, packageManager, install, git, force };
}

async function askPlace(flags: Flags, templates: readonly Template[]): Promise<Place> {
  const toPlace = (input = "") => checkedPlace(input.trim() || EXAMPLE, flags, templates);
  const validate = (input: string | undefined) => {
    try {
      toPlace(input);
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };
  return toPlace(await answer(text({ message: "What is the hook's name?", placeholder: EXAMPLE, validate })));
}

function askTemplate(templates: readonly Template[]): Promise<Template> {
  const options = templates.map((template) => ({
    value: template,
    label: template.name,
    hint: template.packageJson.description,
  }));
  return answer(select({ message: "Which template?", options }));
}

function askLanguage(): Promise<Language> {
  const options = [
    { value: "typescript" as const, label: "TypeScript" },
    { value: "javascript" as const, label: "JavaScript" },
  ];
  return answer(select({ message: "Which language?", options }));
}

function askPackageManager(caller: PackageManagerName): Promise<PackageManagerName> {
  const options = PACKAGE_MANAGERS.map((value) => ({ value }));
  return answer(select({ message: "Which package manager?", options, initialValue: caller }));
}

function askYesOrNo(message: string): Promise<boolean> {
  return answer(confirm({ message }));
}

async function answer<Value>(question: Promise<Value | typeof CANCEL_SYMBOL>): Promise<Value> {
  const settled = new AbortController();
  // At Ctrl-D, a prompt ends, but its promise never settles. Nothing else keeps this process alive, so it would exit
  // silently.
  const inputEnded = once(process, "beforeExit", { signal: settled.signal }).then((): typeof CANCEL_SYMBOL => {
    process.stdout.write(SHOW_CURSOR);
    return CANCEL_SYMBOL;
  });
  try {
    const value = await Promise.race([question, inputEnded]);
    if (isCancel(value)) throw new Stopped(SIGINT_EXIT_CODE);
    return value;
  } finally {
    settled.abort();
  }
}
