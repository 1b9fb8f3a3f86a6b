import { expect, test } from "vitest";
import * as host from "../src/index.js";

test("the package exports these names and no others", () => {
  expect(Object.keys(host).sort()).toEqual(["HookProcess", "HookProcessError"]);
});
