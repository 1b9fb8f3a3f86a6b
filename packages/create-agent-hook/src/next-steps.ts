import type { Answers } from "./answers/answers.js";
import { createCommand, packageManager, scriptCommand } from "./package-manager.js";
import { shown } from "./place/place.js";
import type { CreateOptions } from "./project/create.js";
import { hostSections } from "./project/hosts.js";

/** What a person reads when the project is there. */
export function nextSteps(
  answers: Answers,
  options: CreateOptions,
  replaced: readonly string[],
  asked: boolean,
): string {
  const { place, template, language, install } = answers;
  const manager = packageManager(answers.packageManager);
  const folder = shown(place.folder);
  const run = (script: string) => scriptCommand(manager, script);
  const commands = [
    ...(folder === "." ? [] : [`cd ${quoted(folder)}`]),
    ...(install ? [] : [`${manager.name} install`]),
    run("test"),
    run("dev"),
  ];
  const picoclaw = hostSections(options).find(({ host }) => host === "picoclaw");
  const first = language === "typescript" ? `after ${run("build")}, ` : "";
  return [
    `Made ${place.name.package} in ${place.folder} (template ${template.name}, ${LANGUAGE_NAMES[language]}).`,
    ...(replaced.length === 0 ? [] : [`Replaced: ${replaced.join(", ")}`]),
    ...(picoclaw ? ["", `For ${picoclaw.title}: ${first}put this into ${picoclaw.file}`, picoclaw.json] : []),
    ...(asked ? ["", "The same without questions:", `  ${sameCommand(answers)}`] : []),
    "",
    "Next:",
    ...commands.map((command) => `  ${command}`),
  ].join("\n");
}

const LANGUAGE_NAMES = { typescript: "TypeScript", javascript: "JavaScript" } as const;

function sameCommand({ place, template, language, packageManager: name, install, git, force }: Answers): string {
  return createCommand(packageManager(name), quoted(place.given), [
    `--template ${template.name}`,
    ...(language === "javascript" ? ["--javascript"] : []),
    ...(install ? [] : ["--no-install"]),
    ...(git ? [] : ["--no-git"]),
    ...(force ? ["--force"] : []),
    "--yes",
  ]);
}

/** A word of a shell's command line. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
