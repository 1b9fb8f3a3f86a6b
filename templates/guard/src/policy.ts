import { type ApprovalRequest, type ApproveToolDecision, approve, reject } from "@agent-hook/sdk";
import { z } from "zod";
import { objectionTo } from "./places.js";
import type { Settings } from "./settings.js";

/** What is not listed here might name a second file, so it is refused. */
const fileArguments = z.strictObject({
  path: z.string(),
  content: z.string().optional(),
  overwrite: z.boolean().optional(),
  old_text: z.string().optional(),
  new_text: z.string().optional(),
});

/** Approves only what it has judged. The model reads each reason, so a reason says what to do instead. */
export async function rule(call: ApprovalRequest, settings: Settings): Promise<ApproveToolDecision> {
  switch (call.kind) {
    case "read":
    case "search":
      return approve();
    case "write":
    case "edit": {
      const checked = fileArguments.safeParse(call.arguments);
      if (!checked.success) return reject("Give one path as text, and the text to write. Other arguments are refused.");
      const objection = await objectionTo(checked.data.path, settings);
      return objection === undefined ? approve() : reject(objection);
    }
    case "shell":
      return reject("This agent runs no commands. Use the tools for files, or ask the user to run it.");
    case "fetch":
      return reject("This agent does not use the network. Work with the files here, or ask the user for the text.");
    default:
      return reject(`The guard does not know the tool ${call.tool}. Do without it, or ask the user to allow it.`);
  }
}
