import { type Finding, finding } from "../findings.js";
import type { Facts, HookProcessFacts } from "./facts.js";
import { inConfig } from "./in-config.js";

/** Reports a hook whose own deadlines are not shorter than the host's timeouts. */
export function deadlineFindings({ host, manifest }: HookProcessFacts, { config }: Facts): Finding[] {
  if (manifest === undefined) return [];
  const { deadlines, points, onFailure } = manifest;
  const { interceptMs, approveMs } = config.timeouts;
  const intercepts = points.some((point) => point !== "approveTool" && point !== "onEvent");
  const { interceptMs: own, approveMs: ownApproval } = deadlines;
  return [
    ...(intercepts && own >= interceptMs
      ? [
          finding(
            "deadline-too-long",
            `${host.title} stops waiting after ${seconds(interceptMs)} and continues, but its own deadline is ${seconds(own)}: ${
              onFailure === "block" ? "its denial would come too late" : "its answer would come too late"
            }`,
            `${inConfig("hooks.defaults", { interceptor_timeout_ms: own + MARGIN_MS })}; or lower deadlines.interceptMs in the hook`,
          ),
        ]
      : []),
    ...(points.includes("approveTool") && ownApproval >= approveMs
      ? [
          finding(
            "approval-deadline-too-long",
            `${host.title} denies after ${seconds(approveMs)}, but its own deadline is ${seconds(ownApproval)}: its reason would come too late`,
            `deadlines: { approveMs: ${Math.max(approveMs - MARGIN_MS, 1)} } in the hook, or ${inConfig("hooks.defaults", { approval_timeout_ms: ownApproval + MARGIN_MS })}`,
          ),
        ]
      : []),
  ];
}

/** The margin that the SDK's defaults leave, so that the answer arrives in time. */
const MARGIN_MS = 500;

/** Reports the cost of a hung process if the config leaves the timeouts to the host. */
export function timeoutFindings({ config, hooks }: Facts): Finding[] {
  const { timeouts, timeoutsSet } = config;
  const costs = hooks.flatMap((hook) => (hook.start === undefined ? [] : [costOf(hook, timeouts)]));
  const [worst] = costs.sort((a, b) => b.tool + b.model - a.tool - a.model);
  if (worst === undefined || worst.tool + worst.model === 0) return [];
  const needed = {
    ...(timeoutsSet.intercept || !worst.intercepts ? {} : { interceptor_timeout_ms: timeouts.interceptMs }),
    ...(timeoutsSet.approve || !worst.approves ? {} : { approval_timeout_ms: worst.shortApprovalMs }),
  };
  if (Object.keys(needed).length === 0) return [];
  const parts = [
    ...(worst.tool > 0 ? [`each tool takes ${seconds(worst.tool)} longer`] : []),
    ...(worst.model > 0 ? [`each model call ${seconds(worst.model)} longer`] : []),
  ];
  return [
    finding(
      "default-timeouts",
      `if the process of ${worst.name} hangs, ${parts.join(", ")}: hooks.defaults sets no timeouts`,
      `${inConfig("hooks.defaults", needed)}, or as long as its answer may take`,
    ),
  ];
}

/** Enough for a hook that does not ask a person. Only hooks that use the SDK name their own deadlines. */
const APPROVAL_MS = 10_000;

function costOf(
  { name, settings, manifest }: HookProcessFacts,
  { interceptMs, approveMs }: Facts["config"]["timeouts"],
) {
  const has = (mode: "llm" | "tool" | "approve") => settings?.modes.includes(mode) ?? false;
  const approves = has("approve");
  // If the hook hangs at `approve_tool`, the host denies the call, and there is no `after_tool` to wait for.
  const tool = (has("tool") ? interceptMs * (approves ? 1 : 2) : 0) + (approves ? approveMs : 0);
  const model = has("llm") ? 2 * interceptMs : 0;
  const own = manifest?.deadlines.approveMs;
  const shortApprovalMs = Math.min(approveMs, own === undefined ? APPROVAL_MS : own + MARGIN_MS);
  return { name, tool, model, approves, intercepts: has("llm") || has("tool"), shortApprovalMs };
}

/** Formats milliseconds as seconds. */
export function seconds(ms: number): string {
  return `${Number((ms / 1000).toFixed(3))} s`;
}
