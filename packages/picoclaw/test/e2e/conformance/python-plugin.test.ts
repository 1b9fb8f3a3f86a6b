import { spawnSync } from "node:child_process";
import { checkHook } from "@agent-hook/picoclaw/testing";
import { describe, expect, test } from "vitest";
import { file, unheld } from "../../conformance/check.js";

const PLUGIN = file("../examples/mini-agent/test/weather_plugin.py");
const hasPython = spawnSync("python3", ["--version"]).status === 0;

describe.skipIf(!hasPython)("PicoClaw's weather plugin in Python (skipped where there is no python3)", () => {
  test("has exactly the flaws that a review found", async () => {
    // As in any UTF-8 locale. In the C locale, Python reads any byte, and malformed/not-utf8 is held.
    const report = await checkHook(["python3", PLUGIN], {
      env: { PYTHONIOENCODING: "utf-8:strict" },
      callOwnTools: true,
      timeoutMs: 60_000,
    });
    expect(unheld(report)).toEqual({
      broken: [
        // RecursionError is not caught, so the process ends.
        "malformed/deep",
        // `message.get` is outside of its try, so the process ends.
        "malformed/not-an-object",
        // UnicodeDecodeError while reading a line ends the process.
        "malformed/not-utf8",
        // It adds its tool to every request.
        "own-tools/last-turn",
        // It returns the whole request, with each non-ASCII character escaped in six characters.
        "size/answers",
      ],
    });
    expect(report).toMatchObject({ ok: false, hook: { name: "weather-plugin" } });
  });
});
