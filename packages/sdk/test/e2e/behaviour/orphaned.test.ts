import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { RUNTIME } from "../../runtime.js";

const HOST = fileURLToPath(new URL("../../hooks/host-of-looping-hook.mjs", import.meta.url));
const HOOK = [...RUNTIME, fileURLToPath(new URL("../../hooks/loops.mjs", import.meta.url))];
const STARTED = {
  "by the host itself": HOOK,
  // A shell whose last command is a builtin does not exec the command before it.
  "by a wrapper that waits for it": ["/bin/sh", "-c", '"$@"; :', "wrapper", ...HOOK],
};

describe("a hook in an endless loop, when its host is killed with SIGKILL", () => {
  test.skipIf(process.platform !== "linux" || !existsSync("/bin/bash")).concurrent.each(Object.entries(STARTED))(
    "ends, started %s (on Linux, with bash)",
    async (_, command) => {
      const host = spawn(process.execPath, [HOST, ...command], { stdio: ["ignore", "ignore", "pipe"] });
      onTestFinished(() => {
        host.kill("SIGKILL");
      });
      const [stderr] = await once(host.stderr.setEncoding("utf8"), "data");
      const [, pid] = /^loops (\d+)$/m.exec(stderr) ?? [];
      expect(stderr).toBe(`loops ${pid}\n`);
      onTestFinished(() => {
        if (existsSync(`/proc/${pid}`)) process.kill(Number(pid), "SIGKILL");
      });
      host.kill("SIGKILL");
      // The hook holds stderr open for as long as it lives.
      await once(host.stderr, "close");
    },
    120_000,
  );
});
