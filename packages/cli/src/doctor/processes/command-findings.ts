import { basename, isAbsolute, resolve } from "node:path";
import { isFromPackages } from "../../config/find-program.js";
import { formatList } from "../../format-list.js";
import { type Finding, finding } from "../findings.js";
import type { Facts, HookProcessFacts } from "./facts.js";
import { inProcess } from "./in-config.js";

/** Reports problems of a hook's command, whether it starts or not. */
export function commandFindings(hook: HookProcessFacts): Finding[] {
  if (!hook.runnable) return [];
  return [...faultFindings(hook), ...packagesFindings(hook), ...runnerFindings(hook), ...placeFindings(hook)];
}

function faultFindings({ host, name, config, command, start }: HookProcessFacts): Finding[] {
  const { fault, script } = command;
  if (fault !== undefined)
    return [finding(fault.id, `${fault.why}: ${host.title} does not start`, faultFix(name, fault.id, config))];
  if (start?.failure === undefined || script === undefined || script.exists) return [];
  return [
    finding(
      "script-missing",
      `${script.argument} does not exist${script.argument === script.path ? "" : ` (looked for ${script.path})`}`,
      `${inProcess(name, { command: correctedCommand(config.command ?? [], script.argument) })}${shellHint(script.argument)}`,
    ),
  ];
}

function faultFix(name: string, id: string, { command = [], dir = "" }: HookProcessFacts["config"]): string {
  const [program = "", ...args] = command;
  if (id === "dir-missing")
    return `create the folder, or correct it ${inProcess(name, { dir: "/an/absolute/path" })}${shellHint(dir)}`;
  if (id === "command-not-executable") {
    return `make it executable and start it with #!, or name its interpreter ${inProcess(name, { command: ["/absolute/path/of/node", ...command] })}`;
  }
  return `${inProcess(name, { command: [`/absolute/path/of/${basename(program)}`, ...args] })}${shellHint(program)}`;
}

function correctedCommand(command: readonly string[], script: string): string[] {
  return command.map((word) => (word === script ? `/absolute/path/of/${basename(script)}` : word));
}

function shellHint(word: string): string {
  return /^~|\$/.test(word) ? " (there is no shell: ~ and $NAME are not expanded)" : "";
}

/** Programs that fetch, look up or compile something before the hook runs. */
const RUNNERS: readonly string[] = ["npx", "pnpx", "bunx", "tsx", "ts-node", "pnpm", "yarn", "npm"];

function runnerFindings({ name, config, start }: HookProcessFacts): Finding[] {
  const runner = (config.command ?? []).find((word) => RUNNERS.includes(basename(word)));
  if (runner === undefined) return [];
  const took = start?.hello === undefined ? "" : ` (hello took ${start.ms} ms)`;
  return [
    finding(
      "package-runner",
      `${basename(runner)} starts it, which is slow${took} and may need the network before the hook runs`,
      `build the hook and start the result ${inProcess(name, { command: [process.execPath, "/absolute/path/of/dist/main.js"] })}`,
    ),
  ];
}

function packagesFindings({ name, config, command: { program } }: HookProcessFacts): Finding[] {
  if (program === undefined || !isFromPackages(program)) return [];
  const [writtenProgram = "", ...args] = config.command ?? [];
  return [
    finding(
      "program-of-packages",
      `${program} was installed by a package of the project, and any package may replace it`,
      `name the program itself ${inProcess(name, { command: [`/absolute/path/of/${basename(writtenProgram)}`, ...args] })}`,
    ),
  ];
}

function placeFindings({ host, name, config, command: { program, script } }: HookProcessFacts): Finding[] {
  const { command = [], dir } = config;
  const [writtenProgram = ""] = command;
  const anchored = dir !== undefined && isAbsolute(dir);
  const relative = [
    ...(dir && !anchored ? [dir] : []),
    ...(anchored
      ? []
      : [
          ...(writtenProgram.includes("/") ? [writtenProgram] : []),
          ...(script === undefined ? [] : [script.argument]),
        ]),
  ].filter((path) => !isAbsolute(path));
  if (relative.length > 0 && program !== undefined) {
    const absolute = command.map((word) => (relative.includes(word) ? resolve(dir ?? ".", word) : word));
    const fields = { command: absolute, ...(dir && !anchored ? { dir: resolve(dir) } : {}) };
    const what = `${formatList(relative)} is relative to ${host.title}'s working directory`;
    return [finding("relative-path", what, inProcess(name, fields))];
  }
  if (program === undefined || writtenProgram.includes("/")) return [];
  return [
    finding(
      "program-by-path",
      `${writtenProgram} is looked up on ${host.title}'s PATH; here it is ${program}, but a service may find another or none`,
      inProcess(name, { command: [program, ...command.slice(1)] }),
    ),
  ];
}

/** Reports processes that run the same hook. */
export function sameCommandFindings({ hooks }: Facts): Finding[] {
  const running = hooks.filter(({ runnable }) => runnable);
  const identity = ({ config: { command, dir, env } }: HookProcessFacts) => JSON.stringify([command, dir, env]);
  const groups = [...new Set(running.map(identity))].map((one) => running.filter((hook) => identity(hook) === one));
  return groups
    .filter((group) => group.length > 1)
    .map((group) => {
      const names = group.map(({ name }) => name);
      return finding(
        "same-command",
        `${formatList(names)} start the same command: the hook receives every call ${group.length} times`,
        `remove ${formatList(names.slice(1).map((name) => `hooks.processes.${name}`))}`,
      );
    });
}
