import { type Document, isDenial } from "./documents.js";
import type { EventName } from "./events.js";

/** Returns why Gemini CLI would ignore a native answer, or `undefined`. */
export function whyNativeUnsupported(event: EventName, document: Document, approved: boolean): string | undefined {
  const output: Readonly<Record<string, unknown>> = document.hookSpecificOutput ?? {};
  if (event === "BeforeTool" && output.tool_input !== undefined && approved) {
    return "tool_input comes behind the approval: change the arguments in beforeTool";
  }
  if (event === "BeforeModel" && output.llm_response !== undefined && !isDenial(document)) {
    return 'llm_response is read beside decision: "deny" alone';
  }
  if (event === "AfterAgent" && isDenial(document) && !document.reason) {
    return "a denial without a reason: the turn is tried again with the reason as its prompt";
  }
  return undefined;
}
