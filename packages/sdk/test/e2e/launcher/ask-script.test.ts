import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const SCRIPT = fileURLToPath(new URL("../../../launcher/ask.pl", import.meta.url));

describe.runIf(process.platform === "linux" && existsSync("/usr/bin/perl"))(
  "the program that asks a process that stays",
  () => {
    // Not in the script itself: to load these modules takes longer than a call.
    it("is valid under strict and warnings", () => {
      const { stderr } = spawnSync("/usr/bin/perl", ["-Mstrict", "-Mwarnings", "-c", SCRIPT], { encoding: "utf8" });
      expect(stderr).toBe(`${SCRIPT} syntax OK\n`);
    });

    it("does nothing if it was cut off after any line", () => {
      const lines = readFileSync(SCRIPT, "utf8").trimEnd().split("\n");
      const args = ["-f", "-", "/nonexistent", "60", "E", "1"];
      const cutOff = lines.map((_, at) => spawnSync("/usr/bin/perl", args, { input: lines.slice(0, at).join("\n") }));
      expect(cutOff.filter(({ stdout, status }) => stdout.length > 0 || (status !== 0 && status !== 255))).toEqual([]);
    });
  },
);
