import { type Document, reasonOf } from "./documents.js";
import { EVENTS, type EventName, type EventRules } from "./events.js";

/** Why docker-agent would not do what a native handler answered; nothing if it would. */
export function nativeObjection(event: EventName, document: Document, approved: boolean): string | undefined {
  const { refusal }: EventRules = EVENTS[event];
  const { hook_event_name: named, updated_input: input } = document.hook_specific_output ?? {};
  if (named !== undefined && named !== event) return `hook_event_name is "${named}", expected "${event}"`;
  if (reasonOf(document) !== undefined && refusal === undefined) return `docker-agent takes no refusal at ${event}`;
  if (event === "pre_tool_use" && input !== undefined && approved) {
    return "updated_input comes behind the approval: change the arguments in beforeTool";
  }
  return undefined;
}
