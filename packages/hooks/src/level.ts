import { z } from "zod";

export const levelSchema = z.enum(["allow", "ask", "deny"]);

/** What happens to a call: it passes, a person decides, or it is denied. */
export type Level = z.output<typeof levelSchema>;
