import { expect, it } from "vitest";
import { declaredBy } from "../../../test/command-hosts/declared.js";
import { fieldsOfRule, inner, shapeOf } from "../../../test/types/fields-of.js";
import { EVENTS } from "./events.js";
import { answerSchema } from "./wire.js";

/** Declared fields that no native handler can answer with. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  // `updatedToolOutput` has the same effect for every tool.
  PostToolUse: ["updatedMCPToolOutput"],
  // Only HTTP hooks answer with JSON. For a command, the last line of stdout is the path (observed).
  WorktreeCreate: ["hookEventName", "worktreePath"],
};

it("an answer to an event may have any declared field", () => {
  for (const event of Object.keys(EVENTS)) {
    const { hookSpecificOutput: output } = shapeOf(answerSchema(event as never));
    const known = output === undefined ? [] : Object.keys(fieldsOfRule(inner(output)));
    const its = declaredBy("claude-code")?.answers[event]?.properties?.hookSpecificOutput?.properties ?? {};
    expect([...known, ...(LEFT_OUT[event] ?? [])].sort(), event).toEqual(Object.keys(its).sort());
  }
});
