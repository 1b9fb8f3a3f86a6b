import { type ApprovalRequest, type ApproveToolDecision, approve, type Context, deny, pathsOf } from "@agent-hook/sdk";
import { whyNotWritable } from "./places.js";
import type { Settings } from "./settings.js";

/** Tools that change more files than they name. */
const REACH_FURTHER = ["lsp_rename", "remove_directory"];

/** Approves only calls that it has checked. The model reads each reason, so a reason says what to do instead. */
export async function decide(call: ApprovalRequest, context: Context<Settings>): Promise<ApproveToolDecision> {
  switch (call.kind) {
    case "read":
    case "search":
      return approve();
    case "write":
    case "edit":
      return decideOnChange(call, context);
    case "shell":
      return deny("This agent runs no commands. Use the tools for files, or ask the user to run it.");
    case "fetch":
      return deny("This agent does not use the network. Work with the files here, or ask the user for the text.");
    default:
      return deny(`The guard does not know the tool ${call.tool}. Do without it, or ask the user to allow it.`);
  }
}

/** A call can name several files, for example with a patch. The agent must be allowed to write each of them. */
async function decideOnChange(call: ApprovalRequest, { env }: Context<Settings>): Promise<ApproveToolDecision> {
  if (REACH_FURTHER.includes(call.tool)) return deny("Change the files one by one, or ask the user to do it.");
  const paths = pathsOf(call);
  if (paths.length === 0) return deny("This call names no file. Give its path as text.");
  for (const path of paths) {
    const reason = await whyNotWritable(path, call.cwd, env);
    if (reason !== undefined) return deny(reason);
  }
  return approve();
}
