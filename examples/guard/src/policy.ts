import { type ApprovalRequest, type ApproveToolDecision, approve, deny } from "@agent-hook/sdk";
import { problemsOf, READING, WRITING } from "./arguments.js";
import { whyNotWritable } from "./workspace.js";

/** Approves reading, and writing inside the workspace. Denies unknown tools. */
export async function decide(
  call: Pick<ApprovalRequest, "tool" | "arguments">,
  workspace: string,
): Promise<ApproveToolDecision> {
  const { tool } = call;
  const reading = READING.get(tool);
  if (reading) {
    const checked = reading.safeParse(call.arguments);
    return checked.success ? approve() : deny(`${tool} refused: ${problemsOf(checked.error)}`);
  }
  const writing = WRITING.get(tool);
  if (writing) {
    const checked = writing.safeParse(call.arguments);
    if (!checked.success) return deny(`${tool} refused: ${problemsOf(checked.error)}`);
    const reason = await whyNotWritable(workspace, checked.data.path);
    return reason === undefined ? approve() : deny(`${tool} refused: ${reason}`);
  }
  if (tool === "exec") {
    return deny("exec refused: this agent runs no commands; use the file tools, or ask the user to run it");
  }
  return deny(`${tool} refused: it is not on the guard's list; do without it, or ask the user to allow it there`);
}
