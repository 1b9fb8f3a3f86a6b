import type { Answers } from "./answers/answers.js";
import { createCommand, packageManager, scriptCommand } from "./package-manager.js";
import { shownPath } from "./place/place.js";
import { type CreateOptions, isCompiled } from "./project/create-options.js";
import { configCommand, type HostSection, hostSections, titles } from "./project/hosts.js";

/** The text that is printed when the project has been created. */
export function nextSteps(
  answers: Answers,
  options: CreateOptions,
  replaced: readonly string[],
  prompted: boolean,
): string {
  const { place, template, language, install } = answers;
  const manager = packageManager(answers.packageManager);
  const folder = shownPath(place.folder);
  const run = (script: string) => scriptCommand(manager, script);
  const commands = [
    ...(folder === "." ? [] : [`cd ${quoted(folder)}`]),
    ...(install ? [] : [`${manager.name} install`]),
    run("test"),
    `${run("dev")}   # calls the hook after each save, until Ctrl-C`,
  ];
  const hosts = hostSections(options);
  const picoclaw = hosts.find(({ host }) => host === "picoclaw");
  const buildStep = isCompiled(options) ? `after ${run("build")}, ` : "";
  return [
    `Created ${place.name.package} in ${place.folder} (template ${template.name}, ${LANGUAGE_NAMES[language]}).`,
    ...(replaced.length === 0 ? [] : [`Replaced: ${replaced.join(", ")}`]),
    ...(picoclaw
      ? hostSteps([picoclaw], buildStep, configCommand(picoclaw, options, ` --write ${picoclaw.file}`))
      : []),
    ...codingAgents(hosts, options, buildStep),
    ...(prompted ? ["", "The same without prompts:", `  ${commandWithoutPrompts(answers)}`] : []),
    "",
    "Next:",
    ...commands.map((command) => `  ${command}`),
  ].join("\n");
}

function codingAgents(hosts: readonly HostSection[], options: CreateOptions, buildStep: string): string[] {
  const agents = hosts.filter(({ hasPlace }) => hasPlace);
  const [agent, ...others] = agents.filter(({ isConfigured }) => isConfigured);
  const overMcp = agents.filter(({ isConfigured }) => !isConfigured);
  const lines: string[] = [];
  if (agent !== undefined) {
    const or = others.length === 0 ? "" : `   # or ${others.map(({ host }) => host).join(", ")}`;
    lines.push(...hostSteps([agent, ...others], buildStep, `${configCommand(agent, options, " --write")}${or}`));
  }
  if (overMcp.length > 0) lines.push("", `For ${titles(overMcp)}: README.md says how to add the tools over MCP`);
  return lines;
}

function hostSteps(hosts: readonly HostSection[], buildStep: string, command: string): string[] {
  return ["", `For ${titles(hosts)}: ${buildStep}run, in the project`, `  ${command}`];
}

const LANGUAGE_NAMES = { typescript: "TypeScript", javascript: "JavaScript" } as const;

function commandWithoutPrompts({
  place,
  template,
  language,
  packageManager: name,
  install,
  git,
  force,
}: Answers): string {
  return createCommand(packageManager(name), quoted(place.argument), [
    `--template ${template.name}`,
    ...(language === "javascript" ? ["--javascript"] : []),
    ...(install ? [] : ["--no-install"]),
    ...(git ? [] : ["--no-git"]),
    ...(force ? ["--force"] : []),
    "--yes",
  ]);
}

/** Quotes a word for a shell. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
