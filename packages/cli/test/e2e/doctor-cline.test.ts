import { appendFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { home, idsOf, write } from "../doctor/agents.js";

const script = (file: string, name = "PreToolUse") => join(dirname(file), name);

describe("doctor about the scripts that Cline starts", () => {
  test("finds nothing if they are those of the hooks", async () => {
    const machine = home();
    machine.configure("cline");
    expect(idsOf(await machine.diagnose("cline")).flat()).not.toContain("script-stale");
  });

  test.each<[string, (file: string) => void]>([
    ["a missing script", (file) => rmSync(script(file))],
    ["a changed script", (file) => appendFileSync(script(file), "exit 0\n")],
    [
      "a script without a hook",
      (file) => write(script(file, "PreToolUse.zsh"), "#!/bin/sh\n# agent-hook: gone\ntrue\n"),
    ],
  ])("reports %s", async (_, spoil) => {
    const machine = home();
    spoil(machine.configure("cline"));
    const { findings } = await machine.diagnose("cline");
    expect(findings.map(({ id }) => id)).toContain("script-stale");
  });
});
