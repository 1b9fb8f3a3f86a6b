import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as z from "zod/mini";
import { policyJsonSchema } from "../packages/hooks/src/policy/schema.js";
import type { OneShotHost } from "../packages/sdk/src/hosts/known-host.js";
import { oneShotHosts } from "../packages/sdk/src/hosts/registry.js";
import { type MethodSpec, methods, transcriptEntry } from "../packages/sdk/src/protocol/index.js";
import { END_KINDS, ENTRY_KINDS } from "../packages/sdk/src/protocol/transcript.js";

/** The payload field with the event's name. Some hosts do not have it. */
export const EVENT_FIELD = "hook_event_name";
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

/** A one-shot host with the schemas of its wire. */
export interface CommandHost extends Pick<OneShotHost, "title" | "events"> {
  payload(event: string): z.ZodMiniType;
  answer(event: string): z.ZodMiniType;
  /** Whether each event has its own schema for answers. If not, all events share one. */
  readonly hasAnswerPerEvent: boolean;
}

export const commandHosts: Readonly<Record<string, CommandHost>> = Object.fromEntries(
  await Promise.all(oneShotHosts.map(async (host) => [host.name, { ...host, ...(await schemasOf(host.name)) }])),
);

async function schemasOf(name: string): Promise<Pick<CommandHost, "payload" | "answer" | "hasAnswerPerEvent">> {
  const { payloadSchema, answerSchema } = await import(`../packages/sdk/src/hosts/${name}/wire.ts`);
  const hasAnswerPerEvent = typeof answerSchema === "function";
  return { payload: payloadSchema, answer: hasAnswerPerEvent ? answerSchema : () => answerSchema, hasAnswerPerEvent };
}

interface ObjectSchema {
  readonly properties: object;
  readonly required?: readonly string[];
}

/** Returns the JSON Schemas of a host's payload at each event and of its answers, by file name. */
export function commandSchemaFiles(host: CommandHost): Map<string, object> {
  const { title, events, payload, answer, hasAnswerPerEvent } = host;
  const files = new Map<string, object>();
  for (const [event, { since }] of Object.entries(events)) {
    const versions = since === undefined ? "" : ` (${since} and later)`;
    const what = `What ${title} writes to stdin: its event ${event}${versions}.`;
    const { properties, ...rest } = describe(payload(event), event, what) as ObjectSchema;
    const isNamed = rest.required?.includes(EVENT_FIELD);
    const named = isNamed ? { ...properties, [EVENT_FIELD]: { const: event } } : properties;
    files.set(`${event}.json`, { ...rest, properties: named });
    if (!hasAnswerPerEvent) continue;
    const description = `What a hook of ${title} answers to ${event}: this, or nothing.`;
    files.set(`${event}.answer.json`, describe(answer(event), `${event} answer`, description));
  }
  if (hasAnswerPerEvent) return files;
  return files.set("answer.json", describe(answer(""), "answer", `What a hook of ${title} answers: this, or nothing.`));
}

/** Returns JSON Schemas of the rules that zod checks with functions. For these, zod generates no JSON Schema. */
function entryKinds(): object[] {
  return ENTRY_KINDS.map((kind) => ({
    required: [kind],
    ...(END_KINDS.includes(kind) ? { properties: { from: { enum: ["hook"] } } } : {}),
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
  writeSchemas("picoclaw/schemas/", schemaFiles());
  writeSchemas("hooks/schemas/", new Map([["policy.schema.json", await policyJsonSchema()]]));
  for (const [name, host] of Object.entries(commandHosts)) {
    writeSchemas(`sdk/schemas/${name}/`, commandSchemaFiles(host));
  }
}
