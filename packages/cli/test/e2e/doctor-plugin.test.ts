import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { change, fileText, home, idsOf, valueIn } from "../doctor/agents.js";

describe("doctor, about the plugin of opencode", () => {
  test("finds nothing wrong with what config writes", async () => {
    const machine = home();
    machine.configure("opencode");
    expect(idsOf(await machine.diagnose("opencode")).flat()).not.toContain("other-code");
  });

  test.each<[string, (text: string) => string]>([
    ["a syntax error", (text) => `${text}(`],
    ["code that does not throw", (text) => text.replaceAll("throw new Error", "console.error")],
  ])("reports %s", async (_title, edit) => {
    const machine = home();
    change(machine.configure("opencode"), edit);
    expect(idsOf(await machine.diagnose("opencode")).flat()).toContain("other-code");
  });

  test("reports a file that is not a plugin of agent-hook", async () => {
    const machine = home();
    writeFileSync(machine.configure("opencode"), "export const mine = async () => ({});\n");
    expect(idsOf(await machine.diagnose("opencode")).flat()).toContain("broken-file");
  });

  test.each([
    [{ OPENCODE_PURE: "1" }, "user", true],
    [{ OPENCODE_PURE: "0" }, "user", false],
    [{ OPENCODE_DISABLE_PROJECT_CONFIG: "true" }, "user", false],
    [{ OPENCODE_DISABLE_PROJECT_CONFIG: "true" }, "project", true],
  ] as const)("with %j and a hook of the %s, reports a switch: %s", async (env, where, isOff) => {
    const machine = home(env);
    const file = machine.configure("opencode", where);
    expect(readFileSync(file, "utf8")).toBe(
      fileText("opencode", JSON.stringify(valueIn(readFileSync(file, "utf8")), undefined, 2)),
    );
    expect(
      idsOf(await machine.diagnose("opencode"))
        .flat()
        .includes("switched-off"),
    ).toBe(isOff);
  });
});
