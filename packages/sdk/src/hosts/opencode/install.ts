import { dirname, join } from "node:path";
import * as z from "zod/mini";
import type { HostPlaces } from "../../host-tools/config-format.js";
import { type ConfigSchema, hookLists, knownEvents } from "../../host-tools/config-schema.js";
import { foldersFromRepositoryRoot, type HookFile, type Machine, type ReadFile } from "../../host-tools/hook-files.js";
import type { EventListsInstall } from "../../host-tools/install.js";
import type { InstallFinding } from "../../host-tools/install-findings.js";
import { EVENTS } from "./events.js";
import { SHELL_LINE } from "./machine.js";
import { FRAME } from "./plugin.js";
import { MATCHERS } from "./tool-kinds.js";

const PLUGIN = join("plugin", "agent-hook.js");

const places: HostPlaces = {
  user: (_, { XDG_CONFIG_HOME }, home) => join(XDG_CONFIG_HOME || join(home, ".config"), "opencode", PLUGIN),
  locationVariable: "XDG_CONFIG_HOME",
  project: () => join(".opencode", PLUGIN),
  projectNote: "opencode loads it in that folder and below it, without asking whether the folder is trusted.",
  sessionNote: "Restart opencode if it runs: it loads plugins only when it starts.",
  projectVariable: "AGENT_HOOK_PROJECT",
};

const hook = z.looseObject({
  command: z.string().check(z.minLength(1)),
  timeout: z.optional(z.number().check(z.positive("expected a number above 0"))),
});

const CONFIG_SCHEMA: ConfigSchema = {
  file: z.looseObject({ hooks: z.optional(knownEvents(EVENTS, z.optional(z.array(z.unknown())))) }),
  hooks: hookLists(hook),
};

/** A plugin file in one of opencode's folders. */
export const install: EventListsInstall = {
  kind: "event-lists",
  places,
  frame: FRAME,
  rejectsJson: ["a byte order mark"],
  configSchema: CONFIG_SCHEMA,
  grouped: false,
  keys: { name: "name", command: "command" },
  otherFields: ({ timeout }) => ({ type: "command", timeout }),
  optInEvents: {},
  tools: (name, { command, args }) => ({
    note: `opencode gets the tools of "${name}" over MCP; add to ~/.config/opencode/opencode.json: ${JSON.stringify({
      mcp: { [name]: { type: "local", command: [command, ...args] } },
    })}`,
  }),
  program: "opencode",
  folders: ["opencode/plugin", ".opencode/plugin"],
  defaultTimeout: 60,
  matchers: MATCHERS,
  shellLines: {
    folders: ({ env, home, folder }) => [
      ...[dirname(dirname(places.user("", env, home))), join(folder, ".opencode")].flatMap((at) =>
        ["command", "commands", "skill", "skills"].map((name) => join(at, name)),
      ),
      // It also takes the skills of others as commands (observed).
      ...[".claude", ".agents"].map((at) => join(folder, at, "skills")),
    ],
    file: /\.md$/,
    line: SHELL_LINE,
    form: "!`command`",
  },
  limit: { key: "timeout", perSecond: 1 },
  defaultType: "command",
  files,
  skipped: skippedFindings,
};

function files({ env, home, folder }: Machine): HookFile[] {
  return [
    { path: places.user("", env, home), scope: "user" },
    // It also searches above a folder that is in no repository (observed).
    ...foldersFromRepositoryRoot(folder, "all").map(
      (one): HookFile => ({ path: join(one, places.project("")), scope: "project" }),
    ),
  ];
}

/** opencode says nothing about a plugin that it does not load, and goes on without it (observed). */
function skippedFindings(read: readonly ReadFile[], { env }: Machine): InstallFinding[] {
  const changed = read
    .filter(({ otherCode }) => otherCode)
    .map(
      ({ path }): InstallFinding => [
        "other-code",
        `${path}: the code around its hooks is not what this version of agent-hook writes, so it may not deny`,
        "add one of its hooks again with agent-hook config opencode, which writes the code anew",
      ],
    );
  return [...changed, ...switches(read, env)];
}

function switches(read: readonly ReadFile[], env: NodeJS.ProcessEnv): InstallFinding[] {
  const all = read.map(({ path }) => path);
  const own = read.filter(({ scope }) => scope === "project").map(({ path }) => path);
  return [
    ...(isOn(env.OPENCODE_PURE) ? all.map((path) => switchedOff(path, "OPENCODE_PURE")) : []),
    ...(isOn(env.OPENCODE_DISABLE_PROJECT_CONFIG)
      ? own.map((path) => switchedOff(path, "OPENCODE_DISABLE_PROJECT_CONFIG"))
      : []),
  ];
}

function isOn(value = ""): boolean {
  return /^(?:1|true|yes|on|y)$/i.test(value);
}

function switchedOff(path: string, variable: string): InstallFinding {
  return ["switched-off", `${path}: ${variable} is set, so opencode does not load it and reports nothing`, "unset it"];
}
