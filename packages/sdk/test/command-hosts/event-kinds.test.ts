import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { decodeEvent } from "../../src/hosts/picoclaw/events.js";
import { defineHook, type EventHandlers, type EventPayloads, type Hook, type HookEvent } from "../../src/index.js";
import { HOST_EVENTS } from "../../src/launcher/index.js";
import { NAMED_KINDS } from "../../src/runtime/event-handlers.js";
import { hostFlag } from "../../src/serve/hosts.js";
import { asked } from "./asked.js";
import { COMMAND_HOSTS, type Recorded, recordings, silenceOf } from "./recordings.js";

type FieldTypes = {
  readonly [K in keyof EventPayloads]?: {
    readonly [F in keyof Required<EventPayloads[K]>]: "string" | "number" | "boolean" | "object";
  };
};

/** The fields of every kind that more than one host sends, as `EventPayloads` declares them. */
const FIELDS = {
  "session.start": { source: "string", model: "string" },
  "session.end": { reason: "string" },
  prompt: { prompt: "string", mediaCount: "number" },
  "turn.end": {
    reply: "string",
    stopHookActive: "boolean",
    status: "string",
    iterations: "number",
    durationMs: "number",
    finalContentLen: "number",
  },
  "llm.request": {
    model: "string",
    messagesCount: "number",
    toolsCount: "number",
    maxTokens: "number",
    temperature: "number",
  },
  "llm.response": {
    model: "string",
    contentLen: "number",
    toolCalls: "number",
    hasReasoning: "boolean",
    status: "string",
    error: "string",
  },
  "permission.request": { tool: "string", arguments: "object" },
  "tool.start": { tool: "string", arguments: "object" },
  "tool.end": {
    tool: "string",
    arguments: "object",
    durationMs: "number",
    forLlmLen: "number",
    forUserLen: "number",
    isError: "boolean",
    async: "boolean",
  },
  "subagent.start": { agentId: "string", agentType: "string", label: "string", parentTurnId: "string" },
  "subagent.end": {
    agentId: "string",
    agentType: "string",
    reply: "string",
    stopHookActive: "boolean",
    status: "string",
  },
  "compact.start": { reason: "string" },
  "compact.end": {
    reason: "string",
    summary: "string",
    droppedMessages: "number",
    remainingMessages: "number",
  },
  notification: { message: "string", title: "string", type: "string" },
  error: { stage: "string", message: "string" },
} as const satisfies FieldTypes;

type PortableKind = keyof typeof FIELDS;

/** Of PicoClaw's source code, but in no recording. */
const UNRECORDED = ["compact.end.droppedMessages", "compact.end.remainingMessages"];

/** Returns a hook with a handler for every kind, and what it receives. */
function observer() {
  const received: HookEvent[] = [];
  const note = (event: HookEvent) => received.push(event);
  const onEvent = Object.fromEntries(NAMED_KINDS.map((kind) => [kind, note])) as EventHandlers;
  return { hook: defineHook({ name: "observer", onEvent }) as Hook, received };
}

const kindIn = ({ host, event }: Recorded) => HOST_EVENTS[host]?.[event]?.kind;

async function eventOf({ text, host, event }: Recorded): Promise<HookEvent | undefined> {
  const { hook, received } = observer();
  const answer = await asked(hook, text, { host: hostFlag(host, event) });
  expect(answer).toMatchObject({ text: silenceOf(host, event), denial: undefined, failures: [], stderr: "" });
  expect(received.length).toBeLessThan(2);
  return received[0];
}

/** PicoClaw's recorded events. */
function picoclawEvents(): HookEvent[] {
  const folder = new URL("../../src/hosts/picoclaw/fixtures/", import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".jsonl"));
  return files.flatMap((file) =>
    readFileSync(new URL(file, folder), "utf8")
      .trim()
      .split("\n")
      .flatMap((line) => {
        const { message } = JSON.parse(line);
        return decodeEvent(String(message?.method), message?.params) ?? [];
      }),
  );
}

function expectTyped({ kind, payload }: HookEvent): void {
  const types: Readonly<Record<string, string>> = FIELDS[kind as PortableKind] ?? {};
  for (const [field, value] of Object.entries(payload)) {
    if (Object.hasOwn(types, field)) expect([kind, field, typeof value]).toEqual([kind, field, types[field]]);
  }
}

it.each(COMMAND_HOSTS)(
  "the recorded events of %s reach the handlers of their kinds, with payloads as typed",
  async (host) => {
    for (const recorded of recordings.filter((one) => one.host === host)) {
      const { where, event: hostKind, payload: raw } = recorded;
      const event = await eventOf(recorded);
      const kind = kindIn(recorded);
      if (kind === undefined) {
        expect(event, where).toBeUndefined();
        continue;
      }
      expect(event, where).toMatchObject({ kind, hostKind, raw });
      expectTyped(event as HookEvent);
      const named = Object.values(HOST_EVENTS[host]?.[hostKind]?.fields ?? {});
      expect(Object.keys(FIELDS[kind as PortableKind]), where).toEqual(expect.arrayContaining(named));
    }
  },
);

it("PicoClaw's recorded events have payloads as typed", () => {
  const events = picoclawEvents();
  expect(events.length).toBeGreaterThan(100);
  for (const event of events) {
    expect(NAMED_KINDS).toContain(event.kind);
    expectTyped(event);
  }
});

describe("the portable kinds", async () => {
  const seen = (
    await Promise.all(recordings.filter(kindIn).map(async (one) => [one.host, await eventOf(one)] as const))
  )
    .concat(picoclawEvents().map((event) => ["picoclaw", event] as const))
    .flatMap(([host, event]) => (event === undefined ? [] : [{ host, event }]));

  it("are those that at least two hosts have", () => {
    const mapped = Object.values(HOST_EVENTS).flatMap((events) =>
      Object.values(events).flatMap(({ kind }) => kind ?? []),
    );
    expect(new Set(mapped)).toEqual(new Set(Object.keys(FIELDS)));
    for (const kind of Object.keys(FIELDS)) {
      const hosts = new Set(seen.flatMap(({ host, event }) => (event.kind === kind ? [host] : [])));
      expect([kind, hosts.size >= 2]).toEqual([kind, true]);
    }
  });

  it("have only fields that a recording has", () => {
    const unseen = Object.entries(FIELDS).flatMap(([kind, fields]) =>
      Object.keys(fields)
        .filter((field) => !seen.some(({ event }) => event.kind === kind && Object.hasOwn(event.payload, field)))
        .map((field) => `${kind}.${field}`),
    );
    expect(unseen).toEqual(UNRECORDED);
  });
});
