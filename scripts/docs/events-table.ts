import { existsSync, readdirSync, readFileSync } from "node:fs";
import { HOST_KINDS } from "../../packages/sdk/src/hosts/picoclaw/events.js";
import { knownHosts, oneShotHosts } from "../../packages/sdk/src/hosts/registry.js";
import { EVENT_KINDS, RUNTIME_EVENT_KINDS } from "../../packages/sdk/src/protocol/index.js";
import { NAMED_KINDS } from "../../packages/sdk/src/runtime/event-handlers.js";
import { isRead, titleInTables } from "./host-tables.js";
import { root } from "./pages.js";
import { table } from "./table.js";

/** A host's own event with its portable kind. */
interface MappedEvent {
  readonly name: string;
  readonly kind: string | undefined;
  /** Whether a recording contains it. */
  readonly recorded: boolean;
}

interface Column {
  readonly title: string;
  readonly events: readonly MappedEvent[];
}

/** Returns the table of the kinds by host, and the kinds that only one host sends. */
export function eventsTables(): readonly string[] {
  const columns = [
    picoclaw(),
    ...oneShotHosts.map(({ name, title, events }) => ({
      title: titleInTables(name, title),
      events: hostEvents(name, events),
    })),
  ];
  const sending = (kind: string) => columns.filter(({ events }) => events.some((event) => event.kind === kind));
  const portable = NAMED_KINDS.filter((kind) => sending(kind).length > 1);
  const kinds = table(
    ["kind", ...columns.map(({ title }) => title)],
    portable.map((kind) => [`\`${kind}\``, ...columns.map(({ events }) => cell(events, kind))]),
  );
  const others = NAMED_KINDS.filter((kind) => sending(kind).length === 1);
  return [kinds, others.map((kind) => `\`${kind}\``).join(", ")];
}

function cell(events: readonly MappedEvent[], kind: string): string {
  const names = events.filter((event) => event.kind === kind);
  return names.map(({ name, recorded }) => `\`${name}\`${recorded ? "" : "*"}`).join(", ");
}

function hostEvents(host: string, events: (typeof oneShotHosts)[number]["events"]): MappedEvent[] {
  const recorded = isRead(host) ? new Set<string>() : recordedPayloads(host, Object.keys(events));
  return Object.entries(events).map(([name, { kind }]) => ({ name, kind, recorded: recorded.has(name) }));
}

/** Returns the events of the recorded payloads. The names of their files begin with the event and a dot. */
function recordedPayloads(host: string, events: readonly string[]): ReadonlySet<string> {
  const fixtures = `${root}packages/sdk/src/hosts/${host}/fixtures/`;
  const folders = readdirSync(fixtures).map((version) => `${fixtures}${version}/events/`);
  const files = folders.filter((folder) => existsSync(folder)).flatMap((folder) => readdirSync(folder));
  return new Set(files.map((file) => events.find((event) => file.startsWith(`${event}.`)) ?? ""));
}

function picoclaw(): Column {
  const recorded = recordedNotifications(`${root}packages/sdk/src/hosts/picoclaw/fixtures/`);
  const events = [...HOST_KINDS].map(([name, kind]) => ({ name, kind, recorded: recorded.has(name) }));
  return { title: knownHosts.find(({ name }) => name === "picoclaw")?.title ?? "", events };
}

/** Returns the kinds of the recorded events. Older versions send the number of a kind. */
function recordedNotifications(fixtures: string): ReadonlySet<string> {
  const files = readdirSync(fixtures, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".jsonl"));
  const lines = files.flatMap((file) =>
    readFileSync(fixtures + file, "utf8")
      .trim()
      .split("\n"),
  );
  return new Set(
    lines.flatMap((line) => {
      const { kind, Kind } = JSON.parse(line).message?.params ?? {};
      return kind ?? RUNTIME_EVENT_KINDS[typeof Kind === "number" ? Kind : EVENT_KINDS.indexOf(Kind)] ?? [];
    }),
  );
}
