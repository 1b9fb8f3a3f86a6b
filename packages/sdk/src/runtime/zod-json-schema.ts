import * as z from "zod/mini";
import type { Schema } from "../hook/schema.js";

export function zodJsonSchema(schema: Schema, io: "input" | "output"): Record<string, unknown> {
  return z.toJSONSchema(schema as unknown as z.ZodMiniType, { io }) as Record<string, unknown>;
}
