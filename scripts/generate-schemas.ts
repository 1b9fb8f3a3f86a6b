import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as z from "zod/mini";
import { type MethodSpec, methods, transcriptEntry } from "../packages/protocol/src/index.js";
import { ENDINGS, ENTRY_KINDS } from "../packages/protocol/src/transcript.js";
import { answerSchema } from "../packages/sdk/src/hosts/docker-agent/answers.js";
import { EVENTS, type EventName, type EventRules } from "../packages/sdk/src/hosts/docker-agent/events.js";
import { payloadSchema } from "../packages/sdk/src/hosts/docker-agent/payloads.js";

const packages = new URL("../packages/", import.meta.url);

/** The JSON Schema (draft 2020-12) of every message and of a transcript's entry, by file name. */
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

/** The JSON Schema of what docker-agent writes to stdin at each event, and of the answer, by file name. */
export function dockerAgentSchemaFiles(): Map<string, object> {
  const files = new Map<string, object>();
  for (const event of Object.keys(EVENTS) as EventName[]) {
    const { since }: EventRules = EVENTS[event];
    const versions = since === undefined ? "" : ` (${since} and later)`;
    const what = `What docker-agent writes to stdin: its event ${event}${versions}.`;
    const { properties, ...rest } = describe(payloadSchema(event), event, what) as { readonly properties: object };
    files.set(`${event}.json`, { ...rest, properties: { ...properties, hook_event_name: { const: event } } });
  }
  files.set("answer.json", describe(answerSchema, "answer", "What a hook of docker-agent answers: this, or nothing."));
  return files;
}

/** What zod checks with functions, which have no JSON Schema. */
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
  writeSchemas("sdk/schemas/docker-agent/", dockerAgentSchemaFiles());
}
