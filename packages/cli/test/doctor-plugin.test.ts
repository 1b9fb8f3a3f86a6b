import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { framed } from "../src/config/framed.js";
import { agentNamed, change, fileText, home, idsOf, valueIn } from "./doctor/agents.js";

const frame = agentNamed("opencode").frame as NonNullable<ReturnType<typeof agentNamed>["frame"]>;
const language = framed(frame);

describe("JSON in a program that agent-hook writes", () => {
  test("is read, changed and printed, and the program around it is written anew", () => {
    const older = `// older code\nconst CONFIG = {\n  "hooks": {}\n};\nexport const x = 1;\n`;
    expect(language.parse("x.js", older)).toEqual({ hooks: {} });
    const after = language.edit(older, { hooks: { a: [] } });
    expect(valueIn(after)).toEqual({ hooks: { a: [] } });
    expect(after).not.toContain("older code");
    expect([older, after, ""].map((text) => language.isOutdated?.(text))).toEqual([true, false, false]);
  });

  test("is {} in an empty file, and another program is rejected", () => {
    expect(language.parse("x.js", "")).toEqual({});
    expect(() => language.parse("x.js", "export const x = 1;\n")).toThrow(
      "x.js: expected a file that agent-hook wrote",
    );
  });

  test("is unchanged by text that looks like its end", () => {
    const value = { hooks: { a: [{ command: "}\n};\nconst CONFIG = {}" }] } };
    expect(language.parse("x.js", language.print(value))).toEqual(value);
  });
});

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
