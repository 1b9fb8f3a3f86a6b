import { z } from "zod";

const path = z.string();
const whole = z.number().int();

/** Read-only tools that may be called with arguments of this shape and any path. */
export const READING: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ["list_dir", z.strictObject({ path: path.optional() })],
  ["read_file", z.strictObject({ path, offset: whole.optional(), length: whole.optional() })],
  ["load_image", z.strictObject({ path })],
  ["find_skills", z.strictObject({ query: z.string(), limit: whole.optional() })],
  // Not harmless by themselves, but each tool call of a sub-agent is checked too.
  ["spawn", z.strictObject({ task: z.string(), label: z.string().optional(), agent_id: z.string().optional() })],
  ["subagent", z.strictObject({ task: z.string(), label: z.string().optional() })],
]);

/** Tools that may be called with arguments of this shape if `path` is inside the workspace. */
export const WRITING: ReadonlyMap<string, z.ZodType<{ path: string }>> = new Map<string, z.ZodType<{ path: string }>>([
  ["write_file", z.strictObject({ path, content: z.string(), overwrite: z.boolean().optional() })],
  ["edit_file", z.strictObject({ path, old_text: z.string(), new_text: z.string() })],
  ["append_file", z.strictObject({ path, content: z.string() })],
]);

/** Describes what is wrong with arguments by field, never by value. */
export function problemsOf(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.join(".") || "arguments"}: ${issue.message}`).join("; ");
}
