import { existsSync, readFileSync } from "node:fs";
import type { CommandEvent } from "../../packages/sdk/src/command-hook/events.js";
import type { Install } from "../../packages/sdk/src/host-tools/install.js";
import { CAPABILITIES } from "../../packages/sdk/src/hosts/generated/capabilities.js";
import { HOST_DENIALS } from "../../packages/sdk/src/hosts/generated/host-denials.js";
import { INSTALLS } from "../../packages/sdk/src/hosts/generated/installs.js";
import { knownHosts, oneShotHosts } from "../../packages/sdk/src/hosts/registry.js";
import type { Capability, HostCapabilities, Support, ToolKind } from "../../packages/sdk/src/index.js";
import { root } from "./pages.js";
import { table } from "./table.js";

/** A host with a page. */
export interface DocumentedHost {
  readonly name: string;
  readonly title: string;
  /** The path of its page, from the root. */
  readonly page: string;
  readonly capabilities: HostCapabilities;
}

/** Marks a host in every table if the facts about it were only read. */
const READ = " (read)";

/** The hosts with a page, in the order of the registry. A host outside the registry has the title of its page. */
export const documentedHosts: readonly DocumentedHost[] = Object.entries(CAPABILITIES).flatMap(
  ([name, capabilities]) => {
    const page = `docs/${name}.md`;
    if (!existsSync(`${root}${page}`)) return [];
    const [heading = ""] = readFileSync(`${root}${page}`, "utf8").split("\n");
    const known = knownHosts.find((host) => host.name === name)?.title ?? heading.replace(/^# /, "");
    return [{ name, title: titleInTables(name, known), page, capabilities }];
  },
);

/** Returns whether the facts about a host were only read. */
export function isRead(name: string): boolean {
  const install = Object.entries<Install>(INSTALLS).find(([host]) => host === name)?.[1];
  return install?.kind === "printed" && install.isRead === true;
}

/** Returns the title of a host, with the mark if it was only read. */
export function titleInTables(name: string, title: string): string {
  return isRead(name) ? `${title}${READ}` : title;
}

/** Returns the tables of a host's page: its capabilities, its tools and its events. */
export async function hostTables({ name, title, capabilities }: DocumentedHost): Promise<string> {
  const kinds = await toolKindsOf(name);
  const events = oneShotHosts.find((host) => host.name === name)?.events;
  const tables = [
    decisionTable(capabilities),
    ...(kinds === undefined ? [] : [kindTable(kinds, title.replace(READ, ""))]),
    ...(events === undefined ? [] : [eventTable(events, HOST_DENIALS[name]?.denials ?? {})]),
  ];
  return tables.join("\n\n");
}

type Kinds = ReadonlyMap<string, ToolKind>;

async function toolKindsOf(name: string): Promise<Kinds | undefined> {
  const path = `packages/sdk/src/hosts/${name}/tool-kinds.ts`;
  return existsSync(`${root}${path}`) ? (await import(`../../${path}`)).TOOL_KINDS : undefined;
}

/**
 * Lists the decisions of a host. Decisions with the same support, versions and note share a row. A point whose decisions
 * are all in one row is named once.
 */
function decisionTable({ decisions }: HostCapabilities): string {
  const byVersion = decisions.some((row) => row.since !== undefined || row.before !== undefined);
  const groups = grouped(decisions, (row) => JSON.stringify([row.support, versionsOf(row), noteOf(row)]));
  const rows = SUPPORT.flatMap((support) => [...groups.values()].filter(([row]) => row?.support === support));
  return table(
    ["supported", "decision", ...(byVersion ? ["versions"] : []), "note"],
    rows.map((group) => {
      const [first = {} as Capability] = group;
      const texts = decisionsOf(group, decisions);
      return [first.support, texts, ...(byVersion ? [versionsOf(first)] : []), noteOf(first)];
    }),
  );
}

function noteOf({ note = "", withMod }: Pick<Capability, "note" | "withMod">): string {
  return withMod === undefined ? note : `${note}; ${withMod.support} with a mod: ${withMod.note}`;
}

const SUPPORT: readonly Support[] = ["yes", "partly", "no"];

/** Returns the decisions of some rows, by point: "`beforeTool`: `deny`, `abortTurn`; `beforeLlm`: all". */
function decisionsOf(rows: readonly Capability[], all: readonly Capability[]): string {
  const byPoint = grouped(rows, ({ point }) => point);
  const texts = [...byPoint].map(([point, ofPoint]) => {
    const isWholePoint = ofPoint.length > 1 && all.every((row) => row.point !== point || rows.includes(row));
    const names = isWholePoint ? "all" : ofPoint.map(({ decision }) => `\`${decision}\``).join(", ");
    return `\`${point}\`: ${names}`;
  });
  return texts.join("; ");
}

function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

function versionsOf({ since, before }: Pick<Capability, "since" | "before">): string {
  if (since !== undefined) return before === undefined ? `${since} and later` : `${since} to before ${before}`;
  return before === undefined ? "all" : `before ${before}`;
}

function kindTable(kinds: Kinds, title: string): string {
  const toolsOf = (kind: ToolKind) =>
    [...kinds].flatMap(([name, toolKind]) => (toolKind === kind ? [`\`${name}\``] : []));
  return table(
    ["`call.kind`", `${title}'s tools`],
    [...new Set(kinds.values())].map((kind) => [`\`${kind}\``, toolsOf(kind).join(", ")]),
  );
}

/** Lists the point or the kind of each event of a host, and the fields of its denial. */
function eventTable(events: Readonly<Record<string, CommandEvent>>, denials: Readonly<Record<string, string>>): string {
  const byVersion = Object.values(events).some(({ since }) => since !== undefined);
  return table(
    ["event", ...(byVersion ? ["versions"] : []), "point", "kind for `onEvent`", "a denial"],
    Object.entries(events).map(([name, { point, since, denial, kind }]) => [
      `\`${name}\``,
      ...(byVersion ? [versionsOf(since === undefined ? {} : { since })] : []),
      point === undefined ? "" : `\`${point}\`${point === "beforeTool" ? ", `approveTool`" : ""}`,
      kind === undefined ? (point === undefined ? "`other`" : "") : `\`${kind}\``,
      denial === undefined ? "no" : denyingFields(JSON.parse(denials[name] ?? "{}")).join(", "),
    ]),
  );
}

const DENYING: readonly unknown[] = ["deny", "block", "decline", false];

/** The field in which several hosts nest the fields of one event. */
const SPECIFIC = /^hook_?specific_?output$/i;

/** Returns the fields of a denial that deny, with their values. */
function denyingFields(document: object, path = ""): string[] {
  return Object.entries(document).flatMap(([key, value]) => {
    if (typeof value === "object" && value !== null) return denyingFields(value, SPECIFIC.test(key) ? "" : `${key}.`);
    return DENYING.includes(value) || (["isError", "cancel"].includes(key) && value === true)
      ? [`\`${path}${key}: ${JSON.stringify(value)}\``]
      : [];
  });
}
