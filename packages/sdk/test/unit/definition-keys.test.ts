import { expect, it } from "vitest";
import { defineHook } from "../../src/index.js";
import { checkDefinition } from "../../src/runtime/definition-rules.js";

it.each([
  ["onStart", "setup"],
  ["onStop", "teardown"],
])("the old key %s does not start, and the error names %s", (old, current) => {
  expect(() => checkDefinition(defineHook({ name: "h", [old]: () => {} }), {})).toThrow(
    `hook "h": unknown key "${old}": use "${current}"`,
  );
  expect(() => checkDefinition(defineHook({ name: "h", [current]: () => {} }), {})).not.toThrow();
});
