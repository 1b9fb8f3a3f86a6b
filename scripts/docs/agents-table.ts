import { liveHosts } from "../../packages/sdk/src/hosts/live-agents.js";
import { knownHosts } from "../../packages/sdk/src/hosts/registry.js";
import type { Capability, HostCapabilities } from "../../packages/sdk/src/index.js";
import { type DocumentedHost, isRead } from "./host-tables.js";
import { shownSupport } from "./newest-support.js";
import { table } from "./table.js";

const POINTS_WITH_ANSWER = ["onPrompt", "beforeLlm", "afterLlm", "beforeTool", "approveTool", "afterTool"] as const;

/** The decisions of the matrix, in the order of a turn. */
const DECISIONS: readonly (readonly [Capability["point"], Capability["decision"]])[] = [
  ["onPrompt", "addContext"],
  ["onPrompt", "deny"],
  ["beforeLlm", "modify.messages"],
  ["beforeLlm", "modify.model"],
  ["beforeLlm", "modify.options"],
  ["beforeLlm", "deny"],
  ["afterLlm", "modify.content"],
  ["afterLlm", "deny"],
  ["beforeTool", "modify.arguments"],
  ["beforeTool", "modify.tool"],
  ["beforeTool", "respond"],
  ["beforeTool", "deny"],
  ["beforeTool", "abortTurn"],
  ["beforeTool", "hardAbort"],
  ["approveTool", "deny"],
  ["approveTool", "ask"],
  ["afterTool", "modify.result"],
  ["afterTool", "addContext"],
  ["afterTool", "deny"],
  ["afterTool", "abortTurn"],
  ["onEvent", "events"],
  ["onEvent", "addContext"],
];

/** The rows of the README, and the decisions of a capability table that allow each. The best one counts. */
const FEATURES: readonly (readonly [string, Capability["point"], readonly string[]])[] = [
  ["deny a tool call", "beforeTool", ["deny"]],
  ["change its arguments", "beforeTool", ["modify.arguments", "modify"]],
  ["change its result", "afterTool", ["modify.result", "modify"]],
  ["ask the user", "approveTool", ["ask"]],
];

/** Returns the README's table of what each agent supports in its newest version: first the agents that can be run. */
export function agentsTable(documented: readonly DocumentedHost[]): string {
  const hosts = liveFirst(documented);
  return table(
    ["a hook can", ...hosts.map(({ title, page }) => `[${title}](${page})`)],
    [
      ...FEATURES.map(([feature, point, decisions]) => [
        feature,
        ...hosts.map(({ capabilities }) => support(capabilities, point, decisions)),
      ]),
      [
        "deny a tool call after a crash",
        ...hosts.map(({ capabilities }) =>
          capabilities.whenDead.approveTool === "denies" ? support(capabilities, "beforeTool", ["deny"]) : "no",
        ),
      ],
    ],
  );
}

/** Returns a table of the agents: their pages, the recorded versions, and how each runs a hook. */
export function agentList(documented: readonly DocumentedHost[]): string {
  return table(
    ["agent", "tested with", "a hook is"],
    liveFirst(documented).map(({ name, title, page }) => {
      const host = knownHosts.find((known) => known.name === name);
      const run = host === undefined ? "a server of its own" : host.lifetime === "one-shot" ? STARTED : KEPT;
      const version = host?.versions?.example ?? "";
      return [`[${title}](${page.replace("docs/", "")})`, isRead(name) ? `not run, read at ${version}` : version, run];
    }),
  );
}

const STARTED = "a process that is started for each event";
const KEPT = "a process that keeps running";

/** Returns which decisions each agent supports in its newest version. */
export function decisionMatrix(documented: readonly DocumentedHost[]): string {
  const hosts = liveFirst(documented);
  return table(
    ["point", "decision", ...titles(hosts)],
    DECISIONS.map(([point, decision]) => [
      `\`${point}\``,
      `\`${decision}\``,
      ...hosts.map(({ capabilities }) => shownSupport(capabilities, point, decision).replace(/^no$/, "-")),
    ]),
  );
}

/** Returns what each agent does at a point if the hook process is dead, hangs or answers an error. */
export function deadMatrix(documented: readonly DocumentedHost[]): string {
  const hosts = liveFirst(documented);
  return table(
    ["point", ...titles(hosts)],
    POINTS_WITH_ANSWER.map((point) => [
      `\`${point}\``,
      ...hosts.map(({ capabilities }) => capabilities.whenDead[point]),
    ]),
  );
}

/** Returns the agents that can be run, then the others. */
function liveFirst(documented: readonly DocumentedHost[]): DocumentedHost[] {
  const isLive = ({ name }: DocumentedHost) => liveHosts.some((host) => host.name === name);
  return [...documented.filter(isLive), ...documented.filter((host) => !isLive(host))];
}

function titles(documented: readonly DocumentedHost[]): string[] {
  return documented.map(({ title, page }) => `[${title}](${page.replace("docs/", "")})`);
}

function support({ decisions }: HostCapabilities, point: Capability["point"], names: readonly string[]): string {
  const rows = decisions.filter(
    (row) => row.point === point && names.includes(row.decision) && row.before === undefined,
  );
  const withMod = rows.find((row) => row.withMod !== undefined)?.withMod;
  if (withMod !== undefined) return `${withMod.support} with a mod`;
  return (["yes", "partly"] as const).find((level) => rows.some((row) => row.support === level)) ?? "no";
}
