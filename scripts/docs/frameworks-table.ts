import type { HostCapabilities } from "../../packages/sdk/src/index.js";
import { hosts } from "../../packages/sdk/src/serve/hosts.js";
import { newest } from "./newest-support.js";
import { table } from "./table.js";

/** The frameworks in the order of the page. The Claude Agent SDK calls hooks as Claude Code does. */
const FRAMEWORKS: readonly (readonly [title: string, capabilities: HostCapabilities])[] = [
  ["AI SDK", hosts["ai-sdk"]],
  ["Claude Agent SDK", hosts["claude-code"]],
  ["OpenAI Agents", hosts["openai-agents"]],
  ["LangChain", hosts.langchain],
  ["Mastra", hosts.mastra],
];

/** Returns which decisions each framework supports. */
export function frameworksTable(): string {
  const rows = hosts["ai-sdk"].decisions.filter(({ point }) => point !== "tools");
  return table(
    ["point", "decision", ...FRAMEWORKS.map(([title]) => title)],
    rows.map(({ point, decision }) => [
      `\`${point}\``,
      `\`${decision}\``,
      ...FRAMEWORKS.map(([, host]) => newest(host, point, decision).replace(/^no$/, "-")),
    ]),
  );
}

/** Returns what the notes of the capabilities say about what is only partly supported, or in another way. */
export function frameworkNotes(): string {
  const lines = FRAMEWORKS.filter(([, { host }]) => host !== "claude-code").flatMap(([title, { decisions }]) => {
    const noted = decisions.filter(({ support, note }) => support !== "no" && note !== undefined);
    return [...grouped(noted)].map(([note, rows]) => [
      title,
      rows.map(({ point, decision }) => `\`${point}\` \`${decision}\``).join(", "),
      note,
    ]);
  });
  return table(["framework", "decision", "what happens"], lines);
}

function grouped(rows: HostCapabilities["decisions"]): Map<string, HostCapabilities["decisions"]> {
  const groups = new Map<string, HostCapabilities["decisions"]>();
  for (const row of rows) groups.set(row.note ?? "", [...(groups.get(row.note ?? "") ?? []), row]);
  return groups;
}
