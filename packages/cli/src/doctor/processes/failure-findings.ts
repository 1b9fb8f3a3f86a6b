import type { Point } from "@agent-hook/sdk";
import { hosts } from "@agent-hook/sdk/hosts";
import type { Manifest } from "@agent-hook/sdk/in-process";
import { formatList } from "../../format-list.js";
import { type Finding, finding } from "../findings.js";
import { type HookProcessFacts, killedText } from "./facts.js";
import { inProcess } from "./in-config.js";

/** Reports a hook that may deny but fails open when it is dead. Missing modes are reported by `modeFindings`. */
export function failureFindings(hook: HookProcessFacts): Finding[] {
  const { manifest, killed } = hook;
  if (killed === undefined || "failure" in killed) return [];
  if (manifest === undefined) return killed.ran ? unknownHook(hook) : [];
  if (manifest.onFailure === "block") return openPointFindings(hook.host, manifest);
  return killed.ran ? continuesFindings(hook, manifest) : [];
}

function unknownHook(hook: HookProcessFacts): Finding[] {
  const { name, config } = hook;
  const intercept = config.intercept ?? [];
  if (!intercept.includes("before_tool")) return [];
  const fix = `also answer hook.approve_tool, and ${inProcess(name, { intercept: [...intercept, "approve_tool"] })}; a hook that denies nothing needs no change`;
  return [finding("open-when-dead", `${killedText(hook)}: if it denies tools, they run when it crashes`, fix)];
}

/**
 * Skips a hook with its own tools: it may handle `beforeTool` only to run them, and they fail when the hook is dead.
 */
function continuesFindings(hook: HookProcessFacts, { points, tools }: Manifest): Finding[] {
  if (!points.includes("beforeTool") || tools.length > 0 || points.includes("approveTool")) return [];
  const intercept = [...(hook.config.intercept ?? []), "approve_tool"];
  const fix = `if it denies tools: onFailure: "block" in the hook, and ${inProcess(hook.name, { intercept })}`;
  return [finding("continues-when-dead", `it has onFailure "continue"; ${killedText(hook)}`, fix)];
}

function openPointFindings(host: HookProcessFacts["host"], { points, tools }: Manifest): Finding[] {
  const { whenDead } = hosts[host.name as keyof typeof hosts];
  // A hook with tools may handle `beforeLlm` only to offer them. A call that continues at `beforeTool` is denied at
  // `approveTool`.
  const implied: readonly string[] = tools.length > 0 ? ["beforeLlm", "beforeTool"] : ["beforeTool"];
  const open = points.filter(
    (point): point is Point => point !== "onEvent" && !implied.includes(point) && whenDead[point] === "continues",
  );
  if (open.length === 0) return [];
  return [
    finding(
      "only-tools-guarded",
      `when it is dead, only tool calls are denied: at ${formatList(open)}, ${host.title} continues without it`,
      "the config cannot change that: enforce rules in approveTool",
    ),
  ];
}
