import { homedir } from "node:os";
import { basename, dirname } from "node:path";
import { quoted } from "@agent-hook/sdk/internal/installs";
import { isFromPackages, trustedPrograms } from "../../config/find-program.js";
import { isInside, realFolder } from "../../config/inside.js";
import { missingFlags, runtimeOf } from "../../config/runtimes.js";
import { ASK_SCRIPT } from "../../launcher-files.js";
import { EDITABLE_POLICY } from "../../policy/policy-command.js";
import type { FindingId } from "../catalogue.js";
import { type Finding, finding } from "../findings.js";
import { probeDenial, probeFailure } from "../probe/probe.js";
import { relativeWords } from "./bare-hook.js";
import type { LaunchedHost } from "./entry.js";
import type { Hook } from "./hook.js";
import { isSameNode } from "./snapshot.js";

/** Reports problems with the commands of a hook's entries. `rewriteCommand` is the command that regenerates the entries. */
export function commandFindings(hook: Hook, host: LaunchedHost, rewriteCommand: string): Finding[] {
  return [
    ...missingFindings(hook, rewriteCommand),
    ...launcherFindings(hook, rewriteCommand),
    ...runtimeFindings(hook, rewriteCommand),
    ...relativeFindings(hook, host),
    ...notRunFindings(hook),
    ...probeFindings(hook, host),
    ...packagesFindings(hook),
    ...snapshotFindings(hook),
    ...policyFindings(hook, host),
  ];
}

function launcherFindings({ otherLauncher }: Hook, rewriteCommand: string): Finding[] {
  if (otherLauncher === undefined) return [];
  const what =
    basename(otherLauncher) === ASK_SCRIPT
      ? `${otherLauncher}, with which the launcher asks a process that stays, is not the one of this agent-hook: it is missing, was changed, or is another version`
      : `${otherLauncher} is not the launcher of this agent-hook: it was changed, or is another version or program`;
  return [
    finding("other-launcher", what, `inspect it; once the hook's @agent-hook/sdk has this version: ${rewriteCommand}`),
  ];
}

function runtimeFindings(hook: Hook, rewriteCommand: string): Finding[] {
  const { command: [program = "", ...args] = [], goneRuntime, oldVersion, entries } = hook;
  const runtime = runtimeOf(program);
  if (runtime === undefined) return [];
  const { name, title, oldest, flags } = runtime;
  const findings: Finding[] = [];
  if (goneRuntime !== undefined) {
    const what = `${goneRuntime} does not exist: the launcher starts ${program} instead`;
    findings.push(finding("node-gone", what, rewriteCommand));
  }
  if (oldVersion !== undefined) {
    const what = `${program} is ${title} ${oldVersion}, and hooks are tested with ${title} ${oldest.join(".")} and newer`;
    findings.push(finding("old-runtime", what, `upgrade ${title}`));
  }
  if (missingFlags(runtime, args).length > 0) {
    const what = `${title} runs what bunfig.toml in the agent's folder preloads, and reads .env there: an agent that writes these files changes the hook`;
    findings.push(finding("runtime-settings", what, `start it with ${flags.join(" ")}: ${rewriteCommand}`));
  }
  if (goneRuntime === undefined && entries.some(({ written }) => written?.command[0] === name) && isOnlyInHome(name)) {
    const what = `${name} is only in ${dirname(program)}: an agent that was started from the desktop may not find it, and then ${effectOfFailure(hook)}`;
    findings.push(finding("node-in-home", what, `install ${title} for all users, or start the agent from a terminal`));
  }
  return findings;
}

function isOnlyInHome(name: string): boolean {
  const home = realFolder(homedir());
  const programs = trustedPrograms(name);
  return programs.length > 0 && programs.every((path) => isInside(home, realFolder(dirname(path))));
}

/** Skips commands with the launcher: their paths are absolute, or they are reported as `unsafe-command`. */
function relativeFindings({ entries, probe }: Hook, { name, title }: LaunchedHost): Finding[] {
  // The probe succeeded in an empty folder, so the command does not depend on the folder.
  const isOne = new Set(entries.map(({ command }) => command)).size === 1;
  if (isOne && probe !== undefined && probe.failure === undefined) return [];
  const commands = entries.filter(({ launched }) => launched === undefined);
  const relative = commands.filter(({ command, workingDir }) => relativeWords(command, workingDir).length > 0);
  return [...new Set(relative.map(({ command }) => command))].map((command) => {
    const what = `"${command}" has a relative path: it does not run in other folders, and ${title} continues without it`;
    return finding("relative-command", what, `agent-hook config ${name} --write -- ${command}`);
  });
}

function notRunFindings({ consentMissing, entries, name }: Hook): Finding[] {
  if (!consentMissing) return [];
  const what = `it was not started: its file is not your own config, and "${entries[0]?.command ?? name}" may do anything`;
  return [finding("not-run", what, "read the command; if you trust it, run agent-hook doctor --run-project-hooks")];
}

function probeFindings(hook: Hook, host: LaunchedHost): Finding[] {
  const { probe, command, entries } = hook;
  if (probe === undefined || relativeFindings(hook, host).length > 0) return [];
  const { tool, input } = probe.call;
  const launched = entries.find((entry) => entry.launched)?.launched;
  const startCommand = command ?? [];
  const file =
    startCommand.find((word, index) => index > 0 && word.startsWith("/")) ?? startCommand[0] ?? entries[0]?.command;
  const call = ["agent-hook", "call", "before_tool", "--host", host.name, "--tool", tool, "--args"];
  const words = [...call, JSON.stringify(input), "--", ...startCommand].map(quoted).join(" ");
  const again = startCommand.length > 0 ? `to see what it does: ${words}` : "run the command by hand";
  if (probe.failure !== undefined) {
    const what = `${file}: ${probeFailure(probe, CONSEQUENCES[launched?.mode ?? "bare"])}`;
    return [
      finding(
        "probe-failed",
        what,
        startCommand.length > 0 ? `debug ${file}; ${again}` : `${again}, and check its output`,
      ),
    ];
  }
  return probe.denied ? [finding("probe-denied", `${file}: ${probeDenial(probe)}`, again)] : [];
}

const CONSEQUENCES = {
  block: "; so the call is denied",
  continue: "; so the call runs as if it had allowed it",
  bare: "; so the agent continues without it",
} as const;

function missingFindings(hook: Hook, rewriteCommand: string): Finding[] {
  const { command: [program = "", ...args] = [], missing, failure, snapshot, entries } = hook;
  const launched = entries.find((entry) => entry.launched)?.launched;
  const effect = effectOfFailure(hook);
  const rebuildHint = snapshot === undefined ? "" : ", or rebuild it: agent-hook build";
  const named = { launcher: launched?.launcher, program, hook: args.find((arg) => arg.startsWith("/")) };
  return [
    ...missing.map((what) => {
      const message = `${named[what]} ${what === "program" ? "is not an executable program" : "does not exist"}: ${effect}`;
      const runtime = what === "program" ? runtimeOf(program) : undefined;
      const restore = runtime === undefined ? "restore it" : `install ${runtime.title}`;
      const fix = what === "launcher" ? rewriteCommand : `${restore}, or write the entry again`;
      return finding(`${what}-missing`, message, fix);
    }),
    ...(failure === undefined ? [] : [describeFinding(hook, `; so ${effect}`, rebuildHint)]),
  ];
}

function describeFinding({ command = [], failure = "" }: Hook, effect: string, rebuildHint: string): Finding {
  const file = command.find((word, index) => index > 0 && word.startsWith("/")) ?? command[0] ?? "the hook";
  const words = [...command, "--describe"].map(quoted).join(" ");
  return finding(
    "describe-failed",
    `${file}: ${failure}${effect}`,
    `find out why it does not start: ${words}${rebuildHint}`,
  );
}

/** Describes the effect of a hook that does not start. */
function effectOfFailure({ entries }: Hook): string {
  const launched = entries.find((entry) => entry.launched)?.launched;
  return launched?.mode === "block" ? "every call is denied" : "it has no effect";
}

function packagesFindings({ command: [program = ""] = [] }: Hook): Finding[] {
  if (!isFromPackages(program)) return [];
  const what = `${program} was installed by a package of the project, and any package may replace it`;
  return [finding("program-of-packages", what, "name the program itself, such as the system's Node")];
}

function policyFindings({ editablePolicy, entries }: Hook, { name }: LaunchedHost): Finding[] {
  if (!editablePolicy) return [];
  const project = entries.some(({ written }) => written?.project) ? " --project" : "";
  return [finding("editable-policy", EDITABLE_POLICY, `agent-hook add protect-files --host ${name}${project}`)];
}

function snapshotFindings(hook: Hook): Finding[] {
  const { snapshot, badSnapshot } = hook;
  if (snapshot === undefined) return [];
  const { blob, builtBy, nodeVersion, bundled, stale } = snapshot;
  const snapshotFinding = (id: FindingId, what: string) => [
    finding(id, `${blob} ${what}`, "rebuild it: agent-hook build"),
  ];
  if (builtBy === undefined)
    return snapshotFinding("bad-snapshot", `is not a startup snapshot: ${effectOfFailure(hook)}`);
  const mismatch = `was made by Node ${builtBy.version}, but ${nodeVersion} starts it`;
  if (!isSameNode(snapshot) && bundled !== undefined)
    return snapshotFinding("other-node", `${mismatch}: the launcher starts the bundle next to it, which is slower`);
  if (!isSameNode(snapshot))
    return snapshotFinding("bad-snapshot", `${mismatch}, without a bundle next to it: ${effectOfFailure(hook)}`);
  if (badSnapshot)
    return snapshotFinding("bad-snapshot", `does not start, but the bundle next to it does: ${effectOfFailure(hook)}`);
  return stale
    ? snapshotFinding("stale-snapshot", "was not made from the bundle next to it: an older version of the hook runs")
    : [];
}
