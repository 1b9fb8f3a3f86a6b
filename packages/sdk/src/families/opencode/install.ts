import { dirname, join } from "node:path";
import * as z from "zod/mini";
import type { HostPlaces } from "../../host-tools/config-format.js";
import { type ConfigSchema, hookLists, knownEvents } from "../../host-tools/config-schema.js";
import { foldersFromRepositoryRoot, type HookFile, type Machine, type ReadFile } from "../../host-tools/hook-files.js";
import type { EventListsInstall } from "../../host-tools/install.js";
import type { InstallFinding } from "../../host-tools/install-findings.js";
import type { ToolMatchers } from "../../host-tools/tool-matcher.js";
import { EVENTS } from "./events.js";
import { frameOf } from "./plugin.js";
import type { Program } from "./program.js";
import { SHELL_LINE } from "./shell-line.js";

const PLUGIN = join("plugin", "agent-hook.js");

const hook = z.looseObject({
  command: z.string().check(z.minLength(1)),
  timeout: z.optional(z.number().check(z.positive("expected a number above 0"))),
});

const CONFIG_SCHEMA: ConfigSchema = {
  file: z.looseObject({ hooks: z.optional(knownEvents(EVENTS, z.optional(z.array(z.unknown())))) }),
  hooks: hookLists(hook),
};

/** The folders of commands in a folder of the program. */
export const commandsIn = (folder: string): string[] => ["command", "commands"].map((name) => join(folder, name));

/** The folders of skills in a folder of the program. */
export const skillsIn = (folder: string): string[] => ["skill", "skills"].map((name) => join(folder, name));

/**
 * Returns how hooks get into a plugin file in one of the program's folders. `linesIn` returns the folders with files whose
 * lines the program runs in a shell, given the user's folder.
 */
export function installOf(
  program: Program,
  matchers: ToolMatchers,
  linesIn: (own: string, machine: Machine) => string[],
): EventListsInstall {
  const { name, title } = program;
  const places = placesOf(program);
  return {
    kind: "event-lists",
    places,
    frame: frameOf(program),
    rejectsJson: ["a byte order mark"],
    configSchema: CONFIG_SCHEMA,
    grouped: false,
    keys: { name: "name", command: "command" },
    otherFields: ({ timeout }) => ({ type: "command", timeout }),
    optInEvents: {},
    tools: (server, { command, args }) => ({
      note: `${title} gets the tools of "${server}" over MCP; add to ~/.config/${name}/${name}.json: ${JSON.stringify({
        mcp: { [server]: { type: "local", command: [command, ...args] } },
      })}`,
    }),
    program: name,
    folders: [`${name}/plugin`, `.${name}/plugin`],
    defaultTimeout: 60,
    matchers,
    shellLines: {
      folders: (machine) => linesIn(dirname(dirname(places.user("", machine.env, machine.home))), machine),
      file: /\.md$/,
      line: SHELL_LINE,
      form: "!`command`",
    },
    limit: { key: "timeout", perSecond: 1 },
    defaultType: "command",
    files: ({ env, home, folder }) => [
      { path: places.user("", env, home), scope: "user" },
      // It also searches above a folder that is in no repository (observed).
      ...foldersFromRepositoryRoot(folder, "all").map(
        (one): HookFile => ({ path: join(one, places.project("")), scope: "project" }),
      ),
    ],
    skipped: (read, machine) => [...changedCode(read, name), ...switches(read, machine, program)],
  };
}

function placesOf({ name, title }: Program): HostPlaces {
  return {
    user: (_, { XDG_CONFIG_HOME }, home) => join(XDG_CONFIG_HOME || join(home, ".config"), name, PLUGIN),
    locationVariable: "XDG_CONFIG_HOME",
    project: () => join(`.${name}`, PLUGIN),
    projectNote: `${title} loads it in that folder and below it, without asking whether the folder is trusted.`,
    sessionNote: `Restart ${title} if it runs: it loads plugins only when it starts.`,
    projectVariable: "AGENT_HOOK_PROJECT",
  };
}

/** The program says nothing about a plugin that it does not load, and goes on without it (observed). */
function changedCode(read: readonly ReadFile[], name: string): InstallFinding[] {
  return read
    .filter(({ otherCode }) => otherCode)
    .map(({ path }) => [
      "other-code",
      `${path}: the code around its hooks is not what this version of agent-hook writes, so it may not deny`,
      `add one of its hooks again with agent-hook config ${name}, which writes the code anew`,
    ]);
}

function switches(read: readonly ReadFile[], { env }: Machine, { name, title }: Program): InstallFinding[] {
  const prefix = name.toUpperCase();
  const off = (variable: string, files: readonly ReadFile[]) =>
    files.map(({ path }): InstallFinding => {
      const found = `${path}: ${variable} is set, so ${title} does not load it and reports nothing`;
      return ["switched-off", found, "unset it"];
    });
  const all = `${prefix}_PURE`;
  const projects = `${prefix}_DISABLE_PROJECT_CONFIG`;
  return [
    ...(isOn(env[all]) ? off(all, read) : []),
    ...(isOn(env[projects])
      ? off(
          projects,
          read.filter(({ scope }) => scope === "project"),
        )
      : []),
  ];
}

function isOn(value = ""): boolean {
  return /^(?:1|true|yes|on|y)$/i.test(value);
}
