import { expect, it } from "vitest";
import { message, UNKNOWN_FIELDS } from "../../src/hosts/gemini/adapter.js";
import { capabilities } from "../../src/hosts/gemini/capabilities.js";
import type { Message, Point } from "../../src/index.js";
import { decisionRules } from "../../src/runtime/decision-rules.js";
import type { Fields } from "./fields-of.js";

it("Gemini CLI's messages have all portable fields except the unknown ones", () => {
  const fields: Fields<Message> = {
    role: "required",
    content: "required",
    modelName: "optional",
    createdAt: "optional",
    media: "optional",
    attachments: "optional",
    reasoning: "optional",
    systemParts: "optional",
    toolCalls: "optional",
    toolCallId: "optional",
  };
  const unknown: readonly string[] = UNKNOWN_FIELDS;
  expect(Object.keys(message.decode({ role: "model", content: "x" })).sort()).toEqual(
    Object.keys(fields)
      .filter((name) => !unknown.includes(name))
      .sort(),
  );
});

it.each(Object.keys(decisionRules) as Point[])("Gemini CLI's table has every decision of %s, and no other", (point) => {
  const rows = capabilities.decisions.filter((row) => row.point === point).map((row) => row.decision);
  const named = [...new Set(rows.map((decision) => decision.split(".")[0]))].sort();
  expect(named).toEqual(Object.keys(decisionRules[point]).sort());
});
