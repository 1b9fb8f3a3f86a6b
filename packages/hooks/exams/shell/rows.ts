import { z } from "zod";

export const rowSchema = z.object({
  suite: z.string(),
  id: z.string().optional(),
  command: z.string(),
  expected: z.enum(["block", "pass"]),
});

export type Row = z.output<typeof rowSchema>;
