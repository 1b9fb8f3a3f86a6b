import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as z from "zod/mini";
import { type MethodSpec, methods, transcriptEntry } from "../packages/protocol/src/index.js";
import { ENDINGS, ENTRY_KINDS } from "../packages/protocol/src/transcript.js";
import type { CommandEvent } from "../packages/sdk/src/command-hook/events.js";
import { EVENTS as CLAUDE_CODE_EVENTS } from "../packages/sdk/src/hosts/claude-code/events.js";
import {
  answerSchema as claudeCodeAnswer,
  payloadSchema as claudeCodePayload,
} from "../packages/sdk/src/hosts/claude-code/wire.js";
import { EVENTS as CODEX_EVENTS } from "../packages/sdk/src/hosts/codex/events.js";
import { answerSchema as codexAnswer, payloadSchema as codexPayload } from "../packages/sdk/src/hosts/codex/wire.js";
import { EVENTS as COPILOT_EVENTS } from "../packages/sdk/src/hosts/copilot/events.js";
import {
  answerSchema as copilotAnswer,
  payloadSchema as copilotPayload,
} from "../packages/sdk/src/hosts/copilot/wire.js";
import { EVENTS as DOCKER_AGENT_EVENTS } from "../packages/sdk/src/hosts/docker-agent/events.js";
import {
  answerSchema as dockerAgentAnswer,
  payloadSchema as dockerAgentPayload,
} from "../packages/sdk/src/hosts/docker-agent/wire.js";
import { EVENTS as GEMINI_EVENTS } from "../packages/sdk/src/hosts/gemini/events.js";
import { answerSchema as geminiAnswer, payloadSchema as geminiPayload } from "../packages/sdk/src/hosts/gemini/wire.js";

const packages = new URL("../packages/", import.meta.url);

/** Returns the JSON Schema (draft 2020-12) of every message and of a transcript entry, by file name. */
export function schemaFiles(): Map<string, object> {
  const files = new Map<string, object>();
  for (const spec of Object.values<MethodSpec>(methods)) {
    const name = spec.method.slice("hook.".length);
    const versions = spec.until ? `${spec.since} to ${spec.until}` : `${spec.since} and later`;
    const what = `PicoClaw's ${spec.kind} ${spec.method} (${versions})`;
    files.set(`${name}.params.json`, describe(spec.params, `${spec.method} params`, `What the host sends: ${what}.`));
    if (spec.result) {
      files.set(
        `${name}.result.json`,
        describe(spec.result, `${spec.method} result`, `What the hook answers: ${what}.`),
      );
    }
  }
  const line = "A line of a transcript: a recording of a hook's wire as JSON Lines.";
  files.set("transcript.json", { ...describe(transcriptEntry, "transcript entry", line), oneOf: entryKinds() });
  return files;
}

/** A one-shot host. */
export interface CommandHost {
  /** The host's name for people. */
  readonly title: string;
  readonly events: Readonly<Record<string, CommandEvent>>;
  /** The payload field with the event's name, if there is one. */
  readonly eventField?: string;
  payload(event: never): z.ZodMiniType;
  /** One schema for all events, or one per event. */
  readonly answer: z.ZodMiniType | ((event: never) => z.ZodMiniType);
}

export const commandHosts = {
  "docker-agent": {
    title: "docker-agent",
    events: DOCKER_AGENT_EVENTS,
    eventField: "hook_event_name",
    payload: dockerAgentPayload,
    answer: dockerAgentAnswer,
  },
  "claude-code": {
    title: "Claude Code",
    events: CLAUDE_CODE_EVENTS,
    eventField: "hook_event_name",
    payload: claudeCodePayload,
    answer: claudeCodeAnswer,
  },
  codex: {
    title: "Codex",
    events: CODEX_EVENTS,
    eventField: "hook_event_name",
    payload: codexPayload,
    answer: codexAnswer,
  },
  gemini: {
    title: "Gemini CLI",
    events: GEMINI_EVENTS,
    eventField: "hook_event_name",
    payload: geminiPayload,
    answer: geminiAnswer,
  },
  copilot: { title: "Copilot CLI", events: COPILOT_EVENTS, payload: copilotPayload, answer: copilotAnswer },
} as const satisfies Readonly<Record<string, CommandHost>>;

/** Returns the JSON Schemas of a host's payload at each event and of its answers, by file name. */
export function commandSchemaFiles({ title, events, eventField, payload, answer }: CommandHost): Map<string, object> {
  const files = new Map<string, object>();
  for (const [event, { since }] of Object.entries(events)) {
    const versions = since === undefined ? "" : ` (${since} and later)`;
    const what = `What ${title} writes to stdin: its event ${event}${versions}.`;
    const { properties, ...rest } = describe(payload(event as never), event, what) as { readonly properties: object };
    const named = eventField === undefined ? properties : { ...properties, [eventField]: { const: event } };
    files.set(`${event}.json`, { ...rest, properties: named });
    if (typeof answer !== "function") continue;
    const answered = `What a hook of ${title} answers to ${event}: this, or nothing.`;
    files.set(`${event}.answer.json`, describe(answer(event as never), `${event} answer`, answered));
  }
  if (typeof answer === "function") return files;
  return files.set("answer.json", describe(answer, "answer", `What a hook of ${title} answers: this, or nothing.`));
}

/** Returns the rules that zod checks with functions, which have no generated JSON Schema. */
function entryKinds(): object[] {
  return ENTRY_KINDS.map((kind) => ({
    required: [kind],
    ...(ENDINGS.includes(kind) ? { properties: { from: { enum: ["hook"] } } } : {}),
  }));
}

function describe(schema: z.ZodMiniType, title: string, description: string): object {
  const { $schema, ...rest } = z.toJSONSchema(schema, { target: "draft-2020-12" });
  return { $schema, title, description, ...rest };
}

function writeSchemas(path: string, files: ReadonlyMap<string, object>): void {
  const folder = new URL(path, packages);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, schema] of files) writeFileSync(new URL(name, folder), `${JSON.stringify(schema, null, 2)}\n`);
  console.log(`${files.size} JSON Schemas written to ${fileURLToPath(folder)}`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeSchemas("protocol/schemas/", schemaFiles());
  for (const [name, host] of Object.entries<CommandHost>(commandHosts)) {
    writeSchemas(`sdk/schemas/${name}/`, commandSchemaFiles(host));
  }
}
