import { type NeededDecision, REGISTRY, type RegisteredHook } from "../../packages/hooks/src/policy/registry.js";
import { USAGE_SOURCES } from "../../packages/sdk/src/hosts/generated/usage-sources.js";
import { oneShotHosts } from "../../packages/sdk/src/hosts/registry.js";
import type { Capability } from "../../packages/sdk/src/index.js";
import type { DocumentedHost } from "./host-tables.js";
import { newest } from "./newest-support.js";
import { table } from "./table.js";

/** What each decision of a ready-made hook does. */
const EFFECTS: Readonly<Partial<Record<NeededDecision, string>>> = {
  "approveTool deny": "denies",
  "approveTool ask": "asks",
  "beforeTool deny": "denies calls",
  "beforeTool modify.arguments": "changes arguments",
  "afterTool modify.result": "changes results",
  "afterTool deny": "withholds results",
  "afterTool addContext": "tells the model",
  "beforeLlm abortTurn": "ends turns",
  "beforeTool abortTurn": "ends turns",
  "beforeTool respond": "answers calls",
  "onPrompt deny": "denies prompts",
  "beforeLlm modify.messages": "changes messages to the model",
  "afterLlm modify.content": "changes replies",
  "beforeLlm modify.tools": "changes tools",
  "tools modify.tools": "changes tools",
  "onEvent events": "follows sessions",
  "onEvent addContext": "adds to sessions",
  "onPrompt addContext": "adds to prompts",
};

/** Returns what each ready-made hook can do on each host, from the capabilities of the newest version. */
export function policyTable(hosts: readonly DocumentedHost[]): string {
  return table(
    ["hook", ...hosts.map(({ title, page }) => `[${title}](${page.replace("docs/", "")})`)],
    Object.entries(REGISTRY).map(([name, hook]) => [`\`${name}\``, ...hosts.map((host) => effectsOf(hook, host))]),
  );
}

function effectsOf(hook: RegisteredHook, { name, capabilities }: DocumentedHost): string {
  const { decisions, inMemory, requires, countsModelCalls } = hook;
  if (countsModelCalls?.({ limits: [] }) && !Object.hasOwn(USAGE_SOURCES, name)) return "-";
  if (requires === "results" && newest(capabilities, "afterTool", "modify.result") === "no") return "-";
  if (inMemory && oneShotHosts.some((host) => host.name === name)) return "-";
  const supported = decisions.flatMap((alternatives) => {
    const withSupport = alternatives.map((decision) => ({ decision, support: supportOf(decision) }));
    return withSupport.find(({ support }) => support !== "no") ?? [];
  });
  const texts = supported.map(({ decision, support }) => `${effectOf(decision)}${support === "partly" ? "*" : ""}`);
  return texts.length === 0 ? "-" : texts.join(", ");

  function supportOf(needed: NeededDecision) {
    const [point, decision] = needed.split(" ") as [Capability["point"], Capability["decision"]];
    return newest(capabilities, point, decision);
  }
}

function effectOf(decision: NeededDecision): string {
  const effect = EFFECTS[decision];
  if (effect === undefined) throw new Error(`expected an effect of "${decision}" in scripts/docs/policy-table.ts`);
  return effect;
}
