import type { Capability, HostCapabilities } from "../../packages/sdk/src/index.js";
import { table } from "./table.js";

/** What a hook may want to do, and the decisions of a capability table that allow it. The best one counts. */
const WISHES: readonly (readonly [string, Capability["point"], readonly string[]])[] = [
  ["refuse a tool call, with a reason", "beforeTool", ["deny"]],
  ["change its arguments", "beforeTool", ["modify.arguments", "modify"]],
  ["leave it to a person", "approveTool", ["ask"]],
  ["answer it in the tool's place", "beforeTool", ["respond"]],
  ["change its result", "afterTool", ["modify.result", "modify"]],
  ["end the turn at it", "beforeTool", ["abortTurn"]],
  ["change what the model is sent", "beforeLlm", ["modify.messages"]],
  ["change what it answers", "afterLlm", ["modify", "modify.content"]],
  ["watch the agent's events", "onEvent", ["events"]],
];

/** Returns a table of what each agent supports in its newest version. */
export function agentsTable(hosts: Readonly<Record<string, HostCapabilities>>, titles: Titles): string {
  const columns = Object.entries(hosts).flatMap(([name, host]) => {
    const title = titles[name];
    return title === undefined ? [] : [{ title, host }];
  });
  return table(
    ["a hook can", ...columns.map(({ title }) => title)],
    [
      ...WISHES.map(([wish, point, decisions]) => [
        wish,
        ...columns.map(({ host }) => support(host, point, decisions)),
      ]),
      [
        "refuse when it crashed, hangs or never started",
        ...columns.map(({ host }) => (host.whenDead.approveTool === "refuses" ? "yes" : "no")),
      ],
    ],
  );
}

/** Host names for people, with a link to the host's page. */
export type Titles = Readonly<Record<string, string>>;

function support({ decisions }: HostCapabilities, point: Capability["point"], names: readonly string[]): string {
  const rows = decisions.filter(
    (row) => row.point === point && names.includes(row.decision) && row.before === undefined,
  );
  return (["yes", "partly"] as const).find((level) => rows.some((row) => row.support === level)) ?? "no";
}
