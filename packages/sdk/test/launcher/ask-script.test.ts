import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const SCRIPT = fileURLToPath(new URL("../../launcher/ask.pl", import.meta.url));

// Not in the script itself: to load these modules takes longer than a call.
it.runIf(process.platform === "linux" && existsSync("/usr/bin/perl"))(
  "the program that asks a process that stays is valid under strict and warnings",
  () => {
    const { stderr } = spawnSync("/usr/bin/perl", ["-Mstrict", "-Mwarnings", "-c", SCRIPT], { encoding: "utf8" });
    expect(stderr).toBe(`${SCRIPT} syntax OK\n`);
  },
);
