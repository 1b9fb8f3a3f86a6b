import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { change, fileText, home, idsOf, valueIn } from "../doctor/agents.js";

describe.each(["opencode", "kilo"])("doctor, about the plugin of %s", (host) => {
  test("finds nothing wrong with what config writes", async () => {
    const machine = home();
    machine.configure(host);
    expect(idsOf(await machine.diagnose(host)).flat()).not.toContain("other-code");
  });

  test.each<[string, (text: string) => string]>([
    ["a syntax error", (text) => `${text}(`],
    ["code that does not throw", (text) => text.replaceAll("throw new Error", "console.error")],
  ])("reports %s", async (_title, edit) => {
    const machine = home();
    change(machine.configure(host), edit);
    expect(idsOf(await machine.diagnose(host)).flat()).toContain("other-code");
  });

  test("reports a file that is not a plugin of agent-hook", async () => {
    const machine = home();
    writeFileSync(machine.configure(host), "export const mine = async () => ({});\n");
    expect(idsOf(await machine.diagnose(host)).flat()).toContain("broken-file");
  });

  test.each([
    ["PURE", "1", "user", true],
    ["PURE", "0", "user", false],
    ["DISABLE_PROJECT_CONFIG", "true", "user", false],
    ["DISABLE_PROJECT_CONFIG", "true", "project", true],
  ] as const)("with its %s=%s and a hook of the %s, reports a switch: %s", async (variable, value, where, isOff) => {
    const machine = home({ [`${host.toUpperCase()}_${variable}`]: value });
    const file = machine.configure(host, where);
    expect(readFileSync(file, "utf8")).toBe(
      fileText(host, JSON.stringify(valueIn(readFileSync(file, "utf8")), undefined, 2)),
    );
    expect(
      idsOf(await machine.diagnose(host))
        .flat()
        .includes("switched-off"),
    ).toBe(isOff);
  });
});
