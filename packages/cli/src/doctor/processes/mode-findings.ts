import type { Intercept } from "@agent-hook/picoclaw";
import { HOOK_MODES, type HookMode, modeOf, POINTS } from "@agent-hook/picoclaw/protocol";
import type { Manifest } from "@agent-hook/sdk/in-process";
import { formatList } from "../../format-list.js";
import { type Finding, finding } from "../findings.js";
import { type HookProcessFacts, killedText } from "./facts.js";
import { inProcess } from "./in-config.js";
import { namedServer } from "./servers.js";

/**
 * Reports modes that the config lacks, or that the hook does not handle. Only hooks that use the SDK have a manifest to
 * compare.
 */
export function modeFindings(hook: HookProcessFacts): Finding[] {
  const { manifest, settings, name, config } = hook;
  if (manifest === undefined || settings === undefined) return [];
  const superfluous = settings.modes.filter((mode) => !modesOf(hook).includes(mode));
  const fix = inProcess(name, correctFields(hook, manifest));
  const costs = superfluous.map((mode) => `${configuredPoints(mode, config)}: ${COSTS[mode]}`);
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
export function rejectsModes(hook: HookProcessFacts): boolean {
  if (hook.start?.failure === undefined || hook.manifest?.onFailure !== "block") return false;
  return missingPoints(hook).some((point) => point !== "onEvent");
}

/** Returns the points that the hook handles but is not called at. */
function missingPoints(hook: HookProcessFacts) {
  return handledPoints(hook).filter((point) => !hook.settings?.modes.includes(modeOf(point)));
}

/**
 * Returns the points that the hook handles and at which the host can call it. `onEvent` counts only if the host sends
 * one of the hook's events. `onPrompt` does not count: the host calls no process for a prompt. `beforeLlm` does not count
 * if the hook needs it only to offer tools that an MCP server offers.
 */
export function handledPoints(hook: HookProcessFacts) {
  const { host, manifest } = hook;
  const offered = namedServer(hook) === undefined ? [] : (manifest?.forTools ?? []);
  return (manifest?.points ?? [])
    .filter((point) => point !== "onPrompt")
    .filter((point) => !(point === "beforeLlm" && offered.includes(point)))
    .filter((point) => point !== "onEvent" || host.observed(manifest as Manifest).length > 0);
}

/** Returns the events that the hook names and that the config does not list in `observe`. */
function missingEvents({ host, manifest, settings }: HookProcessFacts): string[] {
  if (manifest?.events === undefined || settings?.kinds === undefined || settings.kinds.size === 0) return [];
  return host.observed(manifest, host.eventNames).filter((name) => !settings.kinds?.has(name));
}

function missingFindings(hook: HookProcessFacts, { onFailure }: Manifest, fix: string): Finding[] {
  const missing = missingPoints(hook);
  const events = missingEvents(hook);
  if (missing.length === 0) {
    if (events.length === 0) return [];
    return [
      finding("missing-mode", `it handles ${formatList(events)}, which "observe" in the config does not list`, fix),
    ];
  }
  const points = handledPoints(hook);
  const missingText = `it handles ${formatList(points)}, but the config does not enable ${formatList(missing)}`;
  const calls = missing.filter((point) => point !== "onEvent");
  const guard = missing.includes("approveTool") || (onFailure === "block" && calls.length > 0);
  if (!guard) return [finding("missing-mode", missingText, fix)];
  const what = rejectsModes(hook) ? `so it refuses to start, and ${hook.host.title} does not start` : killedText(hook);
  return [finding("guard-not-called", `${missingText}${what === undefined ? "" : `; ${what}`}`, fix)];
}

/** Returns correct values for `intercept` and `observe`: what is present and needed, and what is missing. */
function correctFields(hook: HookProcessFacts, manifest: Manifest): Readonly<Record<string, unknown>> {
  const { config, settings, host, namedHost } = hook;
  const needed = modesOf(hook);
  const present = (config.intercept ?? []).filter((point) => point !== "" && needed.includes(modeOfIntercept(point)));
  const missing = handledPoints(hook).flatMap((point) =>
    point === "onEvent" || settings?.modes.includes(modeOf(point)) ? [] : [POINTS[point].intercept],
  );
  const observed = (config.observe ?? []).length > 0;
  return {
    intercept: [...present, ...missing],
    ...(needed.includes("observe") === observed && missingEvents(hook).length === 0
      ? {}
      : { observe: host.observed(manifest, namedHost?.version) }),
  };
}

function modesOf(hook: HookProcessFacts): HookMode[] {
  const modes = handledPoints(hook).map(modeOf);
  return HOOK_MODES.filter((mode) => modes.includes(mode));
}

function modeOfIntercept(intercept: Intercept): HookMode {
  return Object.values(POINTS).find((point) => point.intercept === intercept)?.mode ?? "tool";
}

function configuredPoints(mode: HookMode, { intercept }: HookProcessFacts["config"]): string {
  if (mode === "observe") return "observe";
  return (intercept ?? []).filter((point) => point !== "" && modeOfIntercept(point) === mode).join(", ");
}

const COSTS: Readonly<Record<HookMode, string>> = {
  observe: "it receives every event",
  llm: "each model call waits for two answers",
  tool: "each tool waits for two answers",
  approve: "each tool waits for an answer, and is denied when the hook is dead",
};
