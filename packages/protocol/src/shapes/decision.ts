import * as z from "zod/mini";
import { optionalString } from "./optional.js";

const EVERYWHERE = ["", "continue", "modify", "abort_turn", "hard_abort"] as const;
const BEFORE_A_TOOL = [...EVERYWHERE, "respond", "deny_tool"] as const;

/** What an answer may ask for; "", `null` or no action at all is `continue`. Any other word: a warning, skipped (run). */
export type Action = (typeof BEFORE_A_TOOL)[number];

/** The start of an answer in `hook.before_llm`, `hook.after_llm` and `hook.after_tool`. */
export const decision = { action: z.nullish(z.enum(EVERYWHERE)), reason: optionalString };

/** The start of an answer in `hook.before_tool`, the only place for `respond` and `deny_tool`. */
export const toolDecision = { action: z.nullish(z.enum(BEFORE_A_TOOL)), reason: optionalString };
