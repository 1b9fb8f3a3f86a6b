import { z } from "zod";
import { REGISTRY } from "./registry.js";

/** A policy file without the options of its hooks. */
export const policySchema = z.strictObject({
  $schema: z.string().optional(),
  version: z.literal(1),
  mode: z.enum(["enforce", "observe"]).default("enforce"),
  hooks: z.record(z.string(), z.unknown()).default({}),
  hookFiles: z.array(z.string().min(1)).default([]),
  askPerson: z.unknown().optional(),
});

/** Returns the JSON Schema of a policy file, with the options of every ready-made hook. */
export async function policyJsonSchema(): Promise<object> {
  const hooks: Record<string, z.core.$ZodType> = {};
  for (const [name, { summary, load }] of Object.entries(REGISTRY)) {
    const { schema } = await load();
    // A name without options is the same as `{}`.
    hooks[name] = z.union([schema, z.null()]).optional().describe(summary);
  }
  const { optionsSchema: personOptions } = await import("../person/options.js");
  const whole = policySchema.extend({
    hooks: z.strictObject(hooks).optional().describe("the ready-made hooks, each with its options"),
    mode: policySchema.shape.mode.describe("observe: the hooks decide and log, and every call passes"),
    askPerson: z
      .union([personOptions(), z.null()])
      .optional()
      .describe("a person answers the questions of the hooks where the host cannot ask"),
    hookFiles: policySchema.shape.hookFiles.describe("modules that export a hook, relative to this file"),
  });
  const { $schema, ...rest } = z.toJSONSchema(whole, { io: "input", target: "draft-2020-12" });
  const description = "What agents may do: a policy file of agent-hook.";
  return { $schema, title: "agent-hook policy", description, ...rest };
}
