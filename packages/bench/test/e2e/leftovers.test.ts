import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test, vi } from "vitest";

const BUILT = new URL("../../dist/", import.meta.url);

/** Returns a program that has a folder, starts a process as the measures do and prints its id. */
const RUN = (folder: string, then: string) => `
  import { rmSync } from "node:fs";
  import { endOnSignals, undoAtExit } from ${JSON.stringify(new URL("driver/leftovers.js", BUILT).href)};
  import { MeasuredHook } from ${JSON.stringify(new URL("driver/hook-process.js", BUILT).href)};
  endOnSignals();
  undoAtExit(() => rmSync(${JSON.stringify(folder)}, { recursive: true }));
  const hook = MeasuredHook.start([process.execPath, "-e", "console.log(process.pid); setInterval(() => {}, 1000)"]);
  hook.stdout.on("data", (pid) => console.log(String(pid).trim()));
  await new Promise((resolve) => hook.stdout.once("data", resolve));
  ${then}
`;

test.each([
  ["SIGTERM", "setInterval(() => {}, 1000);", 143],
  ["SIGINT", "setInterval(() => {}, 1000);", 130],
  ["an error", "throw new Error('a contender is wrong');", 1],
] as const)("a run that ends by %s leaves no process and no folder behind", async (how, then, code) => {
  const folder = mkdtempSync(join(tmpdir(), "agent-hook-bench-"));
  const child = spawn(process.execPath, ["--input-type=module", "-e", RUN(folder, then)], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  try {
    const ended = once(child, "exit");
    const [pid] = await once(createInterface(child.stdout), "line");
    if (how !== "an error") child.kill(how);
    expect(await ended).toEqual([code, null]);
    await vi.waitFor(() => expect(() => process.kill(Number(pid), 0)).toThrow("ESRCH"), 300_000);
    expect(existsSync(folder)).toBe(false);
  } finally {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
});
