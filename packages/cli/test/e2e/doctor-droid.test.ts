import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { home, idsOf, write } from "../doctor/agents.js";

test.each([
  ["an event that hooks.json has too", "PreToolUse", true],
  ["another event", "SessionStart", false],
])("doctor reports hooks in Droid's settings.json that hooks.json hides: at %s", async (_title, event, isHidden) => {
  const machine = home();
  const file = machine.configure("droid");
  const entry = { hooks: [{ type: "command", command: "/usr/bin/other-guard" }] };
  write(join(dirname(file), "settings.json"), { hooks: { [event]: [entry] } });
  expect(
    idsOf(await machine.diagnose("droid"))
      .flat()
      .includes("switched-off"),
  ).toBe(isHidden);
});
