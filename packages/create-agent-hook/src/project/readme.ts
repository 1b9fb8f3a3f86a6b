import { type PackageManager, scriptCommand } from "../package-manager.js";
import { type CreateOptions, isCompiled, mainFile, publishedFile } from "./create-options.js";
import { configCommand, type HostSection, hostSections, titles } from "./hosts.js";

type Scripts = Readonly<Record<string, string>>;

/** Returns the README: the template's description of the hook, and how to develop, use and publish it. */
export function readme(options: CreateOptions, scripts: Scripts, manager: PackageManager, about: string): string {
  const sections = [
    `# ${options.name.package}`,
    about.trim(),
    developSection(options, scripts, manager),
    useSection(options, manager),
    publishSection(options),
  ];
  return `${sections.join("\n\n")}\n`;
}

function developSection(options: CreateOptions, scripts: Scripts, manager: PackageManager): string {
  const { language } = options;
  const meanings: Readonly<Record<string, string>> = {
    dev: "call the hook in `src` with `call.json`, at the start and after each save",
    test: "run the tests",
    typecheck: "check the types",
    lint: "check the format and common mistakes",
    build:
      language === "typescript"
        ? `compile \`src\` to \`dist\`${isCompiled(options) ? "" : ", for publishing"}`
        : "load the hook, check its definition and print it",
    check: `check that ${isCompiled(options) ? "the built " : ""}\`${mainFile(options)}\` works as agents expect`,
  };
  const rows = Object.entries(meanings).flatMap(([script, meaning]) =>
    scripts[script] === undefined ? [] : `| \`${scriptCommand(manager, script)}\` | ${meaning} |`,
  );
  return [
    "## Work on it",
    "",
    `\`${manager.name} install\` first.`,
    "",
    "| command | |",
    "| --- | --- |",
    ...rows,
  ].join("\n");
}

function useSection(options: CreateOptions, manager: PackageManager): string {
  const file = mainFile(options);
  const { start, title } = manager.runtime;
  const built = isCompiled(options) ? `\`${scriptCommand(manager, "build")}\` writes \`${file}\`. ` : "";
  const hosts = hostSections(options);
  return `## Use it

${built}An agent starts \`${file}\` with ${title}; \`${start} ${file} --describe\` prints the hook's manifest.

In this folder, \`agent-hook config\` prints what to add to an agent's config, with the paths of your machine:

| agent | command |
| --- | --- |
${hosts.map((host) => `| ${host.title} | \`${configCommand(host, options)}\` |`).join("\n")}

${[...writeNotes(hosts), ...mcpNotes(hosts)].map((note) => `- ${note}`).join("\n")}`;
}

/** Explains how `config` writes the files itself. */
function writeNotes(hosts: readonly HostSection[]): string[] {
  const own = hosts.filter(({ hasPlace, isConfigured }) => hasPlace && isConfigured);
  const named = hosts.flatMap(({ title, file }) => (file === undefined ? [] : `for ${title} \`--write ${file}\``));
  return [
    ...(own.length === 0
      ? []
      : [
          `With \`--write\` before the \`--\`, it shows what it would change in your own settings of ${titles(own)}, and asks.`,
        ]),
    ...(named.length === 0 ? [] : [`Other hosts need the file's path after \`--write\`: ${named.join(", ")}.`]),
  ];
}

function mcpNotes(hosts: readonly HostSection[]): string[] {
  const toolsOnly = hosts.filter(({ isConfigured }) => !isConfigured);
  if (toolsOnly.length === 0) return [];
  const what = "prints how to add them, and ends with exit code 2, because there is no hook to configure";
  return [`${titles(toolsOnly)}: these get the tools over MCP. The command ${what}.`];
}

function publishSection(options: CreateOptions): string {
  const { name, language } = options;
  const picoclaw = hostSections(options).find(({ host }) => host === "picoclaw");
  const host = `picoclaw@${picoclaw?.version} --write ${picoclaw?.file}`;
  const scoped = name.package.startsWith("@") ? " --access public" : "";
  const first = language === "typescript" ? " This builds it first." : "";
  return `## Publish it

1. Add a \`license\` to \`package.json\`, and a \`repository\` if there is one.
2. \`npm publish${scoped}\`.${first}

Then anyone can install it and add it to their agent, such as PicoClaw:

\`\`\`sh
npm install --global ${name.package}
npx agent-hook config ${host} -- node "$(npm root --global)/${name.package}/${publishedFile(options)}"
\`\`\``;
}
