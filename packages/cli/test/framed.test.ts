import { describe, expect, test } from "vitest";
import { framed } from "../src/config/framed.js";
import { agentNamed, valueIn } from "./doctor/agents.js";

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
