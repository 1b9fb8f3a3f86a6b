import { liveHosts } from "../../packages/sdk/src/hosts/live-agents.js";
import type { Capability, HostCapabilities } from "../../packages/sdk/src/index.js";
import type { DocumentedHost } from "./host-tables.js";
import { table } from "./table.js";

/** What a hook can do, and the decisions of a capability table that allow it. The best one counts. */
const FEATURES: readonly (readonly [string, Capability["point"], readonly string[]])[] = [
  ["deny a tool call, with a reason", "beforeTool", ["deny"]],
  ["change its arguments", "beforeTool", ["modify.arguments", "modify"]],
  ["leave it to the user", "approveTool", ["ask"]],
  ["answer it instead of the tool", "beforeTool", ["respond"]],
  ["change its result", "afterTool", ["modify.result", "modify"]],
  ["end the turn before a tool call", "beforeTool", ["abortTurn"]],
  ["change the request to the model", "beforeLlm", ["modify.messages"]],
  ["change the model's reply", "afterLlm", ["modify", "modify.content"]],
  ["add context to a prompt", "onPrompt", ["addContext"]],
  ["deny a prompt", "onPrompt", ["deny"]],
  ["tell the model something next to a result", "afterTool", ["addContext"]],
  ["receive the agent's events", "onEvent", ["events"]],
];

/** Returns a table of what each agent supports in its newest version: first the agents that can be run. */
export function agentsTable(documented: readonly DocumentedHost[]): string {
  const isLive = ({ name }: DocumentedHost) => liveHosts.some((host) => host.name === name);
  const hosts = [...documented.filter(isLive), ...documented.filter((host) => !isLive(host))];
  return table(
    ["a hook can", ...hosts.map(({ title, page }) => `[${title}](${page})`)],
    [
      ...FEATURES.map(([feature, point, decisions]) => [
        feature,
        ...hosts.map(({ capabilities }) => support(capabilities, point, decisions)),
      ]),
      [
        "deny calls even if it crashed, hangs or never started",
        ...hosts.map(({ capabilities: { whenDead } }) => (whenDead.approveTool === "denies" ? "yes" : "no")),
      ],
    ],
  );
}

/** Returns a list of links to the pages of the agents that can be run, with the recorded version. */
export function agentList(hosts: readonly DocumentedHost[]): string {
  const lines = liveHosts.map(({ name, title, version }) => {
    const isDocumented = hosts.some((host) => host.name === name);
    return `- ${isDocumented ? `[${title}](${name}.md)` : title}, recorded with ${version}`;
  });
  return lines.join("\n");
}

function support({ decisions }: HostCapabilities, point: Capability["point"], names: readonly string[]): string {
  const rows = decisions.filter(
    (row) => row.point === point && names.includes(row.decision) && row.before === undefined,
  );
  return (["yes", "partly"] as const).find((level) => rows.some((row) => row.support === level)) ?? "no";
}
