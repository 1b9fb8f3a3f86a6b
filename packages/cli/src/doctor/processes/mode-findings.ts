import type { Intercept } from "@agent-hook/host";
import { HOOK_MODES, type HookMode, modeOf, POINTS } from "@agent-hook/protocol";
import type { Manifest } from "@agent-hook/sdk/in-process";
import { list } from "../../words.js";
import { type Finding, finding } from "../findings.js";
import { inProcess } from "./catalogue.js";
import { killedText, type ProcessFindingsInput } from "./facts.js";

/** Reports modes that the config lacks, or that the hook does not handle. Only SDK hooks have a manifest to compare. */
export function modeFindings(hook: ProcessFindingsInput): Finding[] {
  const { manifest, settings, name, config } = hook;
  if (manifest === undefined || settings === undefined) return [];
  const superfluous = settings.modes.filter((mode) => !modesOf(manifest).includes(mode));
  const fix = inProcess(name, wantedFields(hook, manifest));
  const costs = superfluous.map((mode) => `${asWritten(mode, config)}: ${COSTS[mode]}`);
  return [
    ...missingFindings(hook, manifest, fix),
    ...(costs.length === 0
      ? []
      : [
          finding(
            "superfluous-mode",
            `it does not handle everything that the config enables; ${costs.join("; ")}`,
            fix,
          ),
        ]),
  ];
}

/** Returns whether a guard refused to start because the config lacks modes for its points. */
export function refusesItsModes(hook: ProcessFindingsInput): boolean {
  if (hook.start?.failure === undefined || hook.manifest?.onFailure !== "block") return false;
  return missingPoints(hook).some((point) => point !== "onEvent");
}

/** Returns the points that the hook handles but is not called at. */
function missingPoints({ manifest, settings }: ProcessFindingsInput) {
  return manifest === undefined
    ? []
    : calledPoints(manifest).filter((point) => !settings?.modes.includes(modeOf(point)));
}

/** Returns the points at which the host can call the hook. It has no call for a prompt. */
function calledPoints({ points }: Manifest) {
  return points.filter((point) => point !== "onPrompt");
}

function missingFindings(hook: ProcessFindingsInput, { onFailure, points }: Manifest, fix: string): Finding[] {
  const missing = missingPoints(hook);
  if (missing.length === 0) return [];
  const unasked = `it handles ${list(points)}, but the config does not enable ${list(missing)}`;
  const calls = missing.filter((point) => point !== "onEvent");
  const guard = missing.includes("approveTool") || (onFailure === "block" && calls.length > 0);
  if (!guard) return [finding("missing-mode", unasked, fix)];
  const what = refusesItsModes(hook)
    ? `so it refuses to start, and ${hook.host.title} does not start`
    : killedText(hook);
  return [finding("unasked-guard", `${unasked}${what === undefined ? "" : `; ${what}`}`, fix)];
}

/** Returns correct values for `intercept` and `observe`: what is present and needed, and what is missing. */
function wantedFields(
  { config, settings }: ProcessFindingsInput,
  manifest: Manifest,
): Readonly<Record<string, unknown>> {
  const needed = modesOf(manifest);
  const given = (config.intercept ?? []).filter((point) => point !== "" && needed.includes(modeOfIntercept(point)));
  const missing = calledPoints(manifest).flatMap((point) =>
    point === "onEvent" || settings?.modes.includes(modeOf(point)) ? [] : [POINTS[point].intercept],
  );
  const observed = (config.observe ?? []).length > 0;
  return {
    intercept: [...given, ...missing],
    ...(needed.includes("observe") === observed ? {} : { observe: observed ? [] : ["*"] }),
  };
}

function modesOf(manifest: Manifest): HookMode[] {
  const modes = calledPoints(manifest).map(modeOf);
  return HOOK_MODES.filter((mode) => modes.includes(mode));
}

function modeOfIntercept(intercept: Intercept): HookMode {
  return Object.values(POINTS).find((point) => point.intercept === intercept)?.mode ?? "tool";
}

function asWritten(mode: HookMode, { intercept }: ProcessFindingsInput["config"]): string {
  if (mode === "observe") return "observe";
  return (intercept ?? []).filter((point) => point !== "" && modeOfIntercept(point) === mode).join(", ");
}

const COSTS: Readonly<Record<HookMode, string>> = {
  observe: "it receives every event",
  llm: "each model call waits for two answers",
  tool: "each tool waits for two answers",
  approve: "each tool waits for an answer, and is denied when the hook is dead",
};
