import { SIMULATIONS, type SimulatedHost } from "@agent-hook/sdk/internal/simulations";
import { isBefore } from "@agent-hook/sdk/internal/text";
import { handlerFailures, launcherFailure } from "../../call/handler-failures.js";
import { formatList } from "../../format-list.js";
import type { CommandHookHost } from "../../host-config/installs.js";
import { linesIn } from "../../start-failure.js";
import { oneLine } from "../../terminal/show-value.js";
import { type Finding, finding } from "../findings.js";
import { lastLines } from "../probe/probe.js";
import type { ProbeAction, ProbedEntry } from "./probed-entry.js";
import { PROBE_ANSWER, PROBE_REASON, type RecordedStart } from "./stand-ins.js";
import type { Trial, TrialRun } from "./try-agent.js";
import type { HookTrial } from "./try-hook.js";

const ACTION_TEXTS: Readonly<Record<ProbeAction, string>> = {
  nothing: "the probe made no decision",
  deny: "the probe denied it",
  answer: "the probe answered for it with a mod",
  die: "the probe was killed",
  "launcher-missing": "the launcher was missing",
};

const TRY_AGAIN = "try again when the machine is less busy";

/** Returns what may be the reason if the agent is newer than the version that was recorded. */
function newerText({ name, title }: CommandHookHost, version: string | undefined): string {
  const known = SIMULATIONS[name as SimulatedHost].version;
  if (version !== undefined && !isBefore(`v${known}`, `v${version}`)) return "";
  return `; doctor was tested with ${title} ${known}, and ${version ?? "the installed version"} may differ`;
}

const CONFIG_ENTRY = "an entry from agent-hook config, not yours";

/** Derives findings from running an agent with the probe. */
export function liveFindings(agent: CommandHookHost, { entry, runs, version }: Trial): Finding[] {
  const { title } = agent;
  return runs.flatMap((run) => {
    const { probeAction, ran, modelText, failure, timedOut } = run;
    if (failure !== undefined) {
      const what = `running ${title} proved nothing: ${failure}`;
      return [
        finding("live-inconclusive", what, timedOut ? TRY_AGAIN : `check that it runs${newerText(agent, version)}`),
      ];
    }
    if (isExpected(run, entry)) return [];
    if (probeAction === "answer") {
      const what = `${title} did not load a mod: the model read "${modelText}" instead of the answer of the probe`;
      return [finding("live-mod", what, "check the version's release notes for mods")];
    }
    if (ran)
      return [
        finding(
          "live-open",
          `${title} ran a tool though ${ACTION_TEXTS[probeAction]}`,
          "do not rely on hooks in this version",
        ),
      ];
    const got = modelText === undefined ? "nothing" : `"${modelText}"`;
    return [
      finding(
        "live-reason-lost",
        `${title} did not run a denied tool, but the model read ${got} instead of the reason`,
        "check the version's release notes for hooks",
      ),
    ];
  });
}

/** Describes the runs that went as expected. */
export function trialLines({ entry, runs }: Trial): string[] {
  return runs
    .filter((run) => isExpected(run, entry))
    .map(({ probeAction, ran, modelText }) => {
      const got = modelText === undefined ? "the turn ended" : `the model read "${modelText}"`;
      const read = probeAction === "deny" || probeAction === "answer" ? `, and ${got}` : "";
      const policy = ran && probeAction !== "nothing" ? ", as its mode is continue" : "";
      return `tested${entry.where === undefined ? ` with ${CONFIG_ENTRY}` : ""}: the tool ${ran ? "ran" : "did not run"} when ${ACTION_TEXTS[probeAction]}${policy}${read}`;
    });
}

function isExpected(run: TrialRun, { mode }: ProbedEntry): boolean {
  const { probeAction, ran, modelText, denialEndsTurn, failure } = run;
  if (failure !== undefined) return false;
  if (probeAction === "nothing") return ran;
  if (probeAction === "answer") return !ran && modelText === PROBE_ANSWER;
  if (probeAction === "deny") {
    return !ran && (modelText === undefined ? denialEndsTurn === true : modelText.includes(PROBE_REASON));
  }
  return ran === (mode === "continue");
}

/** Describes what the runs prove and what they do not. */
export function trialSummary({ title }: CommandHookHost, { version, program, entry }: Trial): string {
  const without =
    entry.without.length === 0 ? "" : ` without ${formatList(entry.without)}, so that the probe is called`;
  const of = entry.where === undefined ? CONFIG_ENTRY : `the entry ${entry.where}${without}`;
  return `tested: ${title}${version === undefined ? "" : ` ${version}`} (${program}) with ${of}, a probe instead of its hook, an empty home and a mock model. Not tested: the hook itself${entry.without.length === 0 ? "" : `, ${formatList(entry.without)}`}, and the settings and trust of your own home.`;
}

/** Derives findings from running an agent with a hook. */
export function hookTrialFindings(
  { title }: CommandHookHost,
  { hook, tool, hookCalls, failure, timedOut }: HookTrial,
): Finding[] {
  if (failure !== undefined) {
    const what = `running ${title} with ${hook} proved nothing: ${failure}`;
    return [
      finding("live-inconclusive", what, timedOut ? TRY_AGAIN : `check that it runs, and that it has a tool ${tool}`),
    ];
  }
  if (hookCalls.length === 0) {
    const what = `${title} did not call ${hook} about ${tool}`;
    return [finding("live-inconclusive", what, "check its matcher, and the agent's name for the tool")];
  }
  return hookCalls.flatMap((start) => {
    const why = whyFailed(start);
    if (why === undefined) return [];
    const lines = lastLines(linesIn(start.stderr));
    const stderrText = lines.length === 0 ? "" : `; its last lines on stderr:\n${lines.join("\n")}`;
    const what = `${hook} failed ${title}'s call of ${tool} after ${Math.round(start.ms)} ms: ${why}${stderrText}`;
    return [finding("live-hook-failed", what, "correct the hook, and try again")];
  });
}

function whyFailed({ stderr, exit, signal }: RecordedStart): string | undefined {
  const failed = launcherFailure(stderr) ?? handlerFailures(linesIn(stderr))[0];
  if (failed !== undefined) return failed;
  if (signal !== null) return `it was killed by ${signal}`;
  return exit === 0 || exit === 2 ? undefined : `it exited with code ${exit}, which is not an answer`;
}

/** Describes a run of an agent with a hook. */
export function hookTrialLines({ title }: CommandHookHost, trial: HookTrial): string[] {
  const { hook, tool, args, ran, modelText, hookCalls, version, failure } = trial;
  if (failure !== undefined) return [];
  return [
    `ran ${hook} with ${title}${version === undefined ? "" : ` ${version}`}: the model called ${tool} with ${JSON.stringify(args)}`,
    ...hookCalls.flatMap(({ event, ms, stdout, stderr }) => [
      `the hook was called at ${event}, and exited after ${Math.round(ms)} ms; it printed ${stdout.trim() === "" ? "nothing" : oneLine(stdout)}`,
      ...lastLines(linesIn(stderr)).map((line) => `its stderr: ${line}`),
    ]),
    `the tool ${ran ? "ran" : "did not run"}; the model read ${modelText === undefined ? "nothing" : `"${oneLine(modelText)}"`}`,
  ];
}
