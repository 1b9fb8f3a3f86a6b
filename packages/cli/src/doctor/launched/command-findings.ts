import { isFromPackages } from "../../config/find-program.js";
import { type Finding, type FindingId, finding } from "../findings/catalogue.js";
import { probeFailure } from "../probe/probe.js";
import { quoted } from "../quoted.js";
import { relativeWords } from "./bare-hook.js";
import type { Hook } from "./hook.js";
import type { LaunchingHost } from "./launching-host.js";
import { fits } from "./snapshot.js";

/** Reports problems with what a hook's entries start. `again` is the command that regenerates them. */
export function commandFindings(hook: Hook, host: LaunchingHost, again: string): Finding[] {
  return [
    ...missingFindings(hook, again),
    ...launcherFindings(hook, again),
    ...relativeFindings(hook, host),
    ...withheldFindings(hook),
    ...probeFindings(hook, host),
    ...packagesFindings(hook),
    ...snapshotFindings(hook),
  ];
}

function launcherFindings({ otherLauncher, entries }: Hook, again: string): Finding[] {
  if (!otherLauncher) return [];
  const path = entries.find((entry) => entry.launched)?.launched?.launcher;
  const what = `${path} is not the launcher of this agent-hook: changed, of another version, or another program`;
  return [finding("other-launcher", what, `look at it; with the hook's @agent-hook/sdk in this version: ${again}`)];
}

/** Skips commands with the launcher: their paths are absolute, or they are reported as `unsafe-command`. */
function relativeFindings({ entries, probe }: Hook, { name, title }: LaunchingHost): Finding[] {
  // The probe succeeded in an empty folder, so the command does not depend on the folder.
  const isOne = new Set(entries.map(({ command }) => command)).size === 1;
  if (isOne && probe !== undefined && probe.failure === undefined) return [];
  const commands = entries.filter(({ launched }) => launched === undefined);
  const found = commands.filter(({ command, workingDir }) => relativeWords(command, workingDir).length > 0);
  return [...new Set(found.map(({ command }) => command))].map((command) => {
    const what = `"${command}" names a file by a relative path: in another folder than that of the file it does not run, and ${title} goes on without it`;
    return finding("relative-command", what, `agent-hook config ${name} --write -- ${command}`);
  });
}

function withheldFindings({ withheld, entries, name }: Hook): Finding[] {
  if (!withheld) return [];
  const what = `it was not started: its file is not your own config, and who wrote that decides what "${entries[0]?.command ?? name}" does`;
  return [finding("not-run", what, "read the command, and if you trust it: agent-hook doctor --run-project-hooks")];
}

function probeFindings(hook: Hook, host: LaunchingHost): Finding[] {
  const { probe, command, entries } = hook;
  if (probe?.failure === undefined || relativeFindings(hook, host).length > 0) return [];
  const { tool, input } = probe.call;
  const launched = entries.find((entry) => entry.launched)?.launched;
  const started = command ?? [];
  const file = started.find((word, index) => index > 0 && word.startsWith("/")) ?? started[0] ?? entries[0]?.command;
  const call = ["agent-hook", "call", "before_tool", "--host", host.name, "--tool", tool, "--args"];
  const words = [...call, JSON.stringify(input), "--", ...started].map(quoted).join(" ");
  const fix =
    started.length > 0
      ? `mend ${file}; to see what it does: ${words}`
      : "run the command by hand, and see what it says";
  return [finding("probe-failed", `${file}: ${probeFailure(probe, THEN[launched?.mode ?? "bare"])}`, fix)];
}

const THEN = {
  block: "; so such a call is refused",
  continue: "; so such a call runs as if it had agreed",
  bare: "; so the agent goes on without it",
} as const;

function missingFindings(hook: Hook, again: string): Finding[] {
  const { command: [program = "", ...args] = [], missing, failure, snapshot, entries } = hook;
  const launched = entries.find((entry) => entry.launched)?.launched;
  const then = thenOf(hook);
  const orBuild = snapshot === undefined ? "" : ", or build it again: agent-hook build";
  const named = { launcher: launched?.launcher, program, hook: args.find((arg) => arg.startsWith("/")) };
  return [
    ...missing.map((what) => {
      const message = `${named[what]} ${what === "program" ? "is no program that can be run" : "does not exist"}: ${then}`;
      const fix = what === "launcher" ? again : "put it back, or have the entry made again";
      return finding(`${what}-missing`, message, fix);
    }),
    ...(failure === undefined ? [] : [describeFinding(hook, `; so ${then}`, orBuild)]),
  ];
}

function describeFinding({ command = [], failure = "" }: Hook, then: string, orBuild: string): Finding {
  const file = command.find((word, index) => index > 0 && word.startsWith("/")) ?? command[0] ?? "the hook";
  const words = [...command, "--describe"].map(quoted).join(" ");
  return finding("describe-failed", `${file}: ${failure}${then}`, `see why it does not start: ${words}${orBuild}`);
}

/** Describes the effect of a hook that does not start. */
function thenOf({ entries }: Hook): string {
  const launched = entries.find((entry) => entry.launched)?.launched;
  return launched?.mode === "block" ? "every call is refused" : "it is never heard";
}

function packagesFindings({ command: [program = ""] = [] }: Hook): Finding[] {
  if (!isFromPackages(program)) return [];
  const what = `${program} is what a package of the project put there, and any of them may put another`;
  return [finding("program-of-packages", what, "name the program itself, such as the Node of the system")];
}

function snapshotFindings(hook: Hook): Finding[] {
  const { snapshot, badSnapshot } = hook;
  if (snapshot === undefined) return [];
  const { blob, by, node, bundled, stale } = snapshot;
  const say = (id: FindingId, what: string) => [finding(id, `${blob} ${what}`, "build it again: agent-hook build")];
  if (by === undefined) return say("bad-snapshot", `is no start-up snapshot: ${thenOf(hook)}`);
  const made = `was made by Node ${by.version}, and ${node} starts it`;
  if (!fits(snapshot) && bundled !== undefined)
    return say("other-node", `${made}: the launcher starts the bundle beside it, which is slower`);
  if (!fits(snapshot)) return say("bad-snapshot", `${made}, with no bundle beside it: ${thenOf(hook)}`);
  if (badSnapshot) return say("bad-snapshot", `does not start, and the bundle beside it does: ${thenOf(hook)}`);
  return stale ? say("stale-snapshot", "was not made from the bundle beside it: the hook runs as it was then") : [];
}
