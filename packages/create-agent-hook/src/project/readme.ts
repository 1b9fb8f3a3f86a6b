import { type PackageManager, scriptCommand } from "../package-manager.js";
import { type CreateOptions, mainFile } from "./create.js";
import { type HostSection, hostSections } from "./hosts.js";

type Scripts = Readonly<Record<string, string>>;

/** The README: what the template says of its hook, and how to work on it, use it and publish it. */
export function readme(options: CreateOptions, scripts: Scripts, manager: PackageManager, about: string): string {
  const hosts = hostSections(options);
  const sections = [
    `# ${options.name.package}`,
    about.trim(),
    workOnIt(options, scripts, manager),
    useIt(options, manager),
    ...hosts.filter(({ hasPlace }) => !hasPlace).map((section) => configFor(section, options)),
    ...codingAgents(
      hosts.filter(({ hasPlace, isConfigured }) => hasPlace && isConfigured),
      options,
    ),
    ...overMcp(
      hosts.filter(({ isConfigured }) => !isConfigured),
      options,
    ),
    publish(options),
  ];
  return `${sections.join("\n\n")}\n`;
}

function workOnIt({ language }: CreateOptions, scripts: Scripts, manager: PackageManager): string {
  const meanings: Readonly<Record<string, string>> = {
    dev: "start the hook from `src` and ask it what stands in `call.json`",
    test: "run the tests",
    typecheck: "check the types",
    lint: "check the format and the usual mistakes",
    build: language === "typescript" ? "compile `src` to `dist`" : "load the hook, check its definition and print it",
    check: `check that ${language === "typescript" ? "the built " : ""}\`${mainFile(language)}\` holds what agents rely on`,
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

function useIt({ language }: CreateOptions, manager: PackageManager): string {
  const file = mainFile(language);
  const built = language === "typescript" ? `\`${scriptCommand(manager, "build")}\` writes \`${file}\`. ` : "";
  return `## Use it

${built}An agent starts \`${file}\` with Node; \`node ${file} --describe\` prints what the hook is.
The paths below are those of this folder and of Node on this machine.`;
}

function configFor({ host, title, file, json, notes }: HostSection, options: CreateOptions): string {
  const command = configCommand(host, options);
  const where = file === undefined ? "the client's config" : `\`${file}\``;
  const config =
    json === undefined
      ? `\`${command}\` prints what to put into its config, and with \`--write agent.yaml\` before the \`--\` puts it there.`
      : `In ${where}; \`${command}\` prints it again.\n\n\`\`\`json\n${json}\n\`\`\``;
  return `### ${title}

${config}

${notes.map((note) => `- ${note}`).join("\n")}`;
}

/** Of these `config` knows the file: a line each. */
function codingAgents(hosts: readonly HostSection[], options: CreateOptions): string[] {
  if (hosts.length === 0) return [];
  const commands = hosts.map(({ host }) => configCommand(host, options, " --write"));
  return [
    `### ${hosts.map(({ title }) => title).join(", ")}

\`\`\`sh
${commands.join("\n")}
\`\`\`

Each shows what it would put into your own settings of that agent, and asks; without \`--write\` it only prints.`,
  ];
}

/** These take the tools alone, and none from a hook. */
function overMcp(hosts: readonly HostSection[], options: CreateOptions): string[] {
  const [first] = hosts;
  if (first === undefined) return [];
  return [
    `### ${hosts.map(({ title }) => title).join(", ")}

\`\`\`text
${hosts.flatMap(({ notes }) => notes).join("\n\n")}
\`\`\`

\`${configCommand(first.host, options)}\` says it again, and ends with 2: there is no hook to configure.`,
  ];
}

function configCommand(host: string, { language }: CreateOptions, option = ""): string {
  return `npx agent-hook config ${host}${option} -- node ${mainFile(language)}`;
}

function publish({ name, language }: CreateOptions): string {
  const scoped = name.package.startsWith("@") ? " --access public" : "";
  const first = language === "typescript" ? " It is built first." : "";
  return `## Publish it

1. Give \`package.json\` a \`license\`, and a \`repository\` if there is one.
2. Take the paths of this machine out of this file.
3. \`npm publish${scoped}\`.${first}

Then anybody can install it and have a config printed for their machine:

\`\`\`sh
npm install --global ${name.package}
npx agent-hook config picoclaw -- node "$(npm root --global)/${name.package}/${mainFile(language)}"
\`\`\``;
}
