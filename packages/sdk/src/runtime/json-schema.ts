import { membersOf } from "../hook/compose.js";
import type { Hook } from "../hook/define-hook.js";
import type { Schema } from "../hook/schema.js";

export type JsonSchema = Record<string, unknown>;
type Direction = "input" | "output";
type ToJsonSchema = (options: { target: "draft-2020-12" }) => JsonSchema;
interface WithJsonSchema {
  readonly "~standard": { readonly jsonSchema?: { readonly [Key in Direction]: ToJsonSchema } };
}

/** How zod describes the schemas of zod/mini, which cannot describe themselves. It is larger than the rest of zod here. */
let zodJsonSchema: ((schema: Schema, direction: Direction) => JsonSchema) | undefined;

/** Loads what describes the tools of a hook, if they need it. Call it before `jsonSchemaOf`. */
export function loadJsonSchema(hook: Hook): Promise<void> | undefined {
  if (zodJsonSchema !== undefined) return undefined;
  const tools = membersOf(hook).flatMap((member) => member.tools ?? []);
  return tools.some(({ input, output }) => isMini(input) || isMini(output))
    ? import("./zod-json-schema.js").then((loaded) => {
        zodJsonSchema = loaded.zodJsonSchema;
      })
    : undefined;
}

function isMini(schema: Schema | undefined): boolean {
  return schema?.["~standard"].vendor === "zod" && ownJsonSchema(schema) === undefined;
}

function ownJsonSchema(schema: Schema): WithJsonSchema["~standard"]["jsonSchema"] {
  return (schema as WithJsonSchema)["~standard"].jsonSchema;
}

/** Describes a schema as JSON Schema. Throws if that is not possible. */
export function jsonSchemaOf(schema: Schema, direction: Direction): JsonSchema {
  const own = ownJsonSchema(schema);
  if (own !== undefined) return own[direction]({ target: "draft-2020-12" });
  const { vendor } = schema["~standard"];
  if (vendor !== "zod") throw new Error(`${vendor} schemas offer no JSON Schema`);
  if (zodJsonSchema === undefined) throw new Error("zod/mini schemas are described only after loadJsonSchema");
  return zodJsonSchema(schema, direction);
}
