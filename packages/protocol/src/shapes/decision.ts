import * as z from "zod/mini";
import { optionalString } from "./optional.js";

const EVERYWHERE = ["", "continue", "modify", "abort_turn", "hard_abort"] as const;
const BEFORE_A_TOOL = [...EVERYWHERE, "respond", "deny_tool"] as const;

/** The action of an answer. `""`, `null` or none is `continue`. Any other word is skipped with a warning (observed). */
export type Action = (typeof BEFORE_A_TOOL)[number];

/** The fields that start an answer to `hook.before_llm`, `hook.after_llm` and `hook.after_tool`. */
export const decision = { action: z.nullish(z.enum(EVERYWHERE)), reason: optionalString };

/** The fields that start an answer to `hook.before_tool`, the only method with `respond` and `deny_tool`. */
export const toolDecision = { action: z.nullish(z.enum(BEFORE_A_TOOL)), reason: optionalString };
