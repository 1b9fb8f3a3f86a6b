import { mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { framedText, jsonIn, type Machine } from "@agent-hook/sdk/internal/installs";
import { HOST_EVENTS, launcherPath } from "@agent-hook/sdk/launcher";
import { vi } from "vitest";
import { eventScripts, writeScripts } from "../../src/config/event-scripts.js";
import { toml } from "../../src/config/toml.js";
import type { Inspection } from "../../src/doctor/inspection.js";
import { gatherAgent, inspectionOf } from "../../src/doctor/launched/inspect-agents.js";
import { parseHost } from "../../src/host-config/index.js";
import { COMMAND_HOOK_HOSTS, type CommandHookHost } from "../../src/host-config/installs.js";
import { Terminal } from "../../src/terminal/terminal.js";
import { fakeHookSource, folder, GUARD, program } from "../config-folder.js";

// biome-ignore lint/suspicious/noExplicitAny: a config of any agent
type Json = Record<string, any>;

/** The hosts with a list of hooks for each event. */
export const AGENTS: readonly string[] = COMMAND_HOOK_HOSTS.map(({ name }) => name);

/** Unsets the variables that move the files of these hosts. */
export const NOT_MOVED: Readonly<Record<string, string>> = Object.fromEntries(
  COMMAND_HOOK_HOSTS.map(({ places }) => [places.locationVariable, ""]),
);

export function agentNamed(name: string): CommandHookHost {
  const agent = COMMAND_HOOK_HOSTS.find((one) => one.name === name);
  if (agent === undefined) throw new Error(`no agent ${name}`);
  return agent;
}

/** Returns the event before a tool call. */
export function eventBeforeTool(name: string): string {
  const events = Object.entries(HOST_EVENTS[name] ?? {});
  return events.find(([, { point }]) => point === "beforeTool")?.[0] ?? "";
}

/** Returns where an agent reads the hook `guard` in the user's home, from there. */
export function userFile(name: string, hook = "guard"): string {
  return relative("/", agentNamed(name).places.user(hook, {}, "/"));
}

/** The agents that read a file of a project. */
export const PROJECT_AGENTS: readonly string[] = COMMAND_HOOK_HOSTS.flatMap(({ name, places }) =>
  places.project === undefined ? [] : [name],
);

/** Returns the file of a project that an agent reads, from the project's folder. */
export function projectFile(name: string, hook = "x"): string {
  const file = agentNamed(name).places.project?.(hook);
  if (file === undefined) throw new Error(`${name} reads no file of a project`);
  return file;
}

/** Returns the text of an agent's file with this JSON: the JSON itself, a program around it, or TOML. */
export function fileText(name: string, json: string): string {
  const { frame, toml: form } = agentNamed(name);
  if (form !== undefined) return `${toml(form).print(JSON.parse(json))}\n`.trimStart();
  return frame === undefined ? json : framedText(frame, json);
}

/** Returns the value in the text of a file: JSON, a program around it, or the TOML of this agent. */
export function valueIn(text: string, name = "claude-code"): Json {
  const form = agentNamed(name).toml;
  return form === undefined ? JSON.parse(jsonIn(text) ?? text) : toml(form).parse("", text);
}

export const MANIFEST = {
  ...GUARD,
  hosts: [...AGENTS],
  onFailure: "block" as const,
  deadlines: { ...GUARD.deadlines, oneCallMs: 4500 },
};

/** An empty home and, in it, a project with a hook. */
export interface Home extends Machine {
  readonly hook: string;
  /** Writes the output of `config` to the user's or the project's file. Returns the path. */
  configure(
    name: string,
    where?: "user" | "project",
    manifest?: object,
    more?: { mcpTool?: true; installed?: string },
  ): string;
  diagnose(name: string): Promise<Inspection>;
}

export function home(env: NodeJS.ProcessEnv = {}): Home {
  const path = realpathSync(folder("it's a project"));
  const hook = join(dirname(path), "guard.cjs");
  const machine: Machine = { env, home: dirname(path), folder: path, platform: "linux" };
  return {
    ...machine,
    hook,
    configure: (name, where = "user", manifest = MANIFEST, more = undefined) => {
      writeFileSync(hook, fakeHookSource(manifest));
      const { format } = parseHost(name);
      const launch = { name: "guard", command: [process.execPath, hook], launcher: launcherPath(), ...more };
      const { config } = format.build({ ...MANIFEST, ...manifest } as never, launch);
      const places = format.places as NonNullable<typeof format.places>;
      const file = where === "user" ? places.user("guard", env, machine.home) : join(path, projectFile(name, "guard"));
      write(file, config);
      return file;
    },
    diagnose: (name) => diagnosed(name, machine),
  };
}

/** Returns what doctor finds out about an agent on a machine whose user consents to everything. */
export async function diagnosed(name: string, machine: Machine): Promise<Inspection> {
  const agent = agentNamed(name);
  const terminal = new Terminal(process.stdout, process.stderr);
  return inspectionOf(await gatherAgent(agent, agent.files(machine), machine, async () => true, terminal));
}

/**
 * Writes a text, or a value as JSON: in a file with code, inside the program of the agent that reads such files, and in
 * a TOML file, in the form of the agent that reads it.
 */
export function write(file: string, content: unknown): void {
  mkdirSync(dirname(file), { recursive: true });
  const reader = readerOf(file);
  const json = (value: unknown) => JSON.stringify(value, undefined, 2);
  const text = (value: unknown) => (reader === undefined ? json(value) : fileText(reader.name, json(value)));
  writeFileSync(file, typeof content === "string" ? content : text(content));
  const { scripts } =
    COMMAND_HOOK_HOSTS.find(({ folders }) => folders.some((one) => dirname(file).endsWith(one))) ?? {};
  if (scripts !== undefined && typeof content !== "string") {
    writeScripts(eventScripts(scripts, dirname(file), content as Json));
  }
}

export function change(file: string, change: (text: string) => string): void {
  const before = readFileSync(file, "utf8");
  const after = change(before);
  if (after === before) throw new Error(`nothing changed in ${before}`);
  writeFileSync(file, after);
}

/** Returns the agent that reads such a file, if it is not JSON. */
function readerOf(file: string): CommandHookHost | undefined {
  return COMMAND_HOOK_HOSTS.find(
    ({ frame, folders, toml: form }) =>
      (frame !== undefined && folders.some((one) => dirname(file).endsWith(one))) ||
      (form !== undefined && file.endsWith(".toml")),
  );
}

/** Changes every hook entry of a file, at all events. */
export function entries(file: string, change: (entry: Json, group: Json) => void): void {
  const value = valueIn(readFileSync(file, "utf8"), readerOf(file)?.name);
  for (const item of Object.values((value.hooks ?? value) as Record<string, Json[]>).flat()) {
    for (const entry of (item.hooks as Json[] | undefined) ?? [item]) change(entry, item);
  }
  write(file, value);
}

/** Returns the ids of the findings: those of each hook, then those of the whole. */
export function idsOf({ hooks, findings }: Inspection): string[][] {
  return [...hooks.map((hook) => hook.findings), findings].map((list) => list.map(({ id }) => id));
}

/** Puts a `codex` on the PATH that gives this answer to hooks/list. */
export function fakeCodex(
  answer: { hooks?: readonly Json[]; warnings?: readonly string[]; errors?: readonly Json[]; features?: Json } | string,
): void {
  const bin = folder();
  symlinkSync("/bin/bash", join(bin, "bash"));
  program(join(bin, "codex"), `#!${process.execPath}\n${typeof answer === "string" ? answer : answering(answer)}`);
  vi.stubEnv("PATH", bin);
}

function answering({
  hooks = [],
  warnings = [],
  errors = [],
  features = { hooks: true },
}: Exclude<Parameters<typeof fakeCodex>[0], string>) {
  const results = [{}, { data: [{ cwd: "", hooks, warnings, errors }] }, { config: { features } }];
  return `const results = JSON.parse(${JSON.stringify(JSON.stringify(results))}.replaceAll("$CODEX_HOME", process.env.CODEX_HOME));
console.log("a line of its own");
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id } = JSON.parse(line);
  if (id !== undefined) console.log(JSON.stringify({ id, result: results[id] }));
});
`;
}

/** Puts a `codex` on the PATH that writes files, trusts only by config.toml and records its input in `said`. */
export function writingCodex(inputFile: string): void {
  fakeCodex(`const { readFileSync, writeFileSync } = require("node:fs");
const { CODEX_HOME, HOME, TMPDIR } = process.env;
for (const folder of [CODEX_HOME, HOME, TMPDIR]) writeFileSync(folder + "/installation_id", "x");
const sourcePath = CODEX_HOME + "/hooks.json";
const config = readFileSync(CODEX_HOME + "/config.toml", "utf8");
writeFileSync(${JSON.stringify(inputFile)}, JSON.stringify({ env: process.env, args: process.argv.slice(2), config }));
const { hooks } = JSON.parse(readFileSync(sourcePath, "utf8"));
const list = Object.entries(hooks).map(([name, [{ hooks: [{ command }] }]]) => {
  const key = sourcePath + ":" + name.replace(/(?<=.)[A-Z]/g, "_$&").toLowerCase() + ":0:0";
  const trustStatus = config.includes('"' + key + '"') ? "trusted" : "untrusted";
  return { sourcePath, eventName: name, command, enabled: true, trustStatus };
});
const warnings = ["failed to parse " + sourcePath];
const results = [{}, { data: [{ hooks: list, warnings }] }, { config: {} }];
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id } = JSON.parse(line);
  if (id !== undefined) console.log(JSON.stringify({ id, result: results[id] }));
});
`);
}

/** Returns a hook from the user's Codex file in the format of hooks/list. */
export function listed(file: string, more: Json): Json {
  const { hooks } = JSON.parse(readFileSync(file, "utf8"));
  const { command } = hooks.PreToolUse[0].hooks[0];
  const sourcePath = "$CODEX_HOME/hooks.json";
  return { sourcePath, eventName: "preToolUse", command, enabled: true, trustStatus: "trusted", ...more };
}
