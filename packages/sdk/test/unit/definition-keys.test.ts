import { expect, it } from "vitest";
import { checkDefinition } from "../../src/runtime/definition-rules.js";

it.each([
  ["onStart", "setup"],
  ["onStop", "teardown"],
])("the old key %s does not start, and the error names %s", (old, current) => {
  expect(() => checkDefinition({ name: "h", [old]: () => {} }, {})).toThrow(
    `hook "h": unknown key "${old}": use "${current}"`,
  );
  expect(() => checkDefinition({ name: "h", [current]: () => {} }, {})).not.toThrow();
});
