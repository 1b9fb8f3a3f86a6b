import * as z from "zod/mini";
import {
  answerSchemas,
  type Fields,
  jsonObject,
  looseObject,
  optional,
  payloadSchemas,
  text,
} from "../../command-hook/field-schemas.js";
import type { EventName } from "./events.js";

/** A part of a result. The gateway fails the call if a part has another type (observed). */
const block = looseObject({ type: z.enum(["text", "image", "audio", "resource", "resource_link"]) });

/** The fields of each payload. The names are those of a Go struct and of MCP. */
export const payloadFields = {
  before: () => ({
    Params: looseObject({
      name: text,
      arguments: z.optional(z.nullable(jsonObject)),
      _meta: optional.jsonObject,
    }),
  }),
  /** The result as the tool returned it. Nothing names the tool. */
  after: () => ({
    content: z.array(looseObject({ type: text })),
    structuredContent: optional.anything,
    isError: optional.flag,
    _meta: optional.jsonObject,
  }),
} satisfies Readonly<Record<EventName, () => Fields>>;

/** Returns the schema of what the gateway writes to stdin. */
export const payloadSchema = payloadSchemas({}, payloadFields);

/** A result of an MCP tool. It answers the call instead of the tool, or replaces the tool's own result. */
const result = () => ({
  content: z.array(block),
  structuredContent: optional.jsonObject,
  isError: optional.flag,
  _meta: optional.jsonObject,
});

/** The fields of an answer. */
export const answerFields = { before: result, after: result } satisfies Readonly<Record<EventName, () => Fields>>;

/** Returns the schema of an answer. The gateway ignores fields that it does not know (observed). */
export const answerSchema = answerSchemas({}, answerFields);
