import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { startTestHost, TEST_HOSTS } from "../../../src/index.js";

const HOOK = fileURLToPath(new URL("../../hooks/no-shell.mjs", import.meta.url));
const DEAD = [process.execPath, "-e", "process.kill(process.pid, 'SIGKILL')"];

describe.each(TEST_HOSTS)("a built hook under %s", (host) => {
  it("denies and approves like in process", async () => {
    await using agent = await startTestHost([process.execPath, HOOK], { host });
    expect(await agent.shell("ls")).toMatchObject({
      decision: "deny",
      ran: false,
      result: expect.stringContaining("no shell"),
    });
    expect(await agent.write("a.txt", "x")).toMatchObject({ ran: true, result: "ok" });
  });
});

describe.each(TEST_HOSTS.filter((host) => host !== "picoclaw"))("a dead hook under %s", (host) => {
  it("makes the launcher deny a call under block, and continue otherwise", async () => {
    await using agent = await startTestHost(DEAD, { host, launcher: "block" });
    expect(await agent.shell("ls")).toMatchObject({ ran: false });
    await using harmless = await startTestHost(DEAD, { host, launcher: "continue" });
    expect(await harmless.shell("ls")).toMatchObject({ ran: true });
  });
});

it("a hook of PicoClaw that is killed denies", async () => {
  await using agent = await startTestHost([process.execPath, HOOK]);
  await agent.kill();
  expect(await agent.write("a.txt", "x")).toMatchObject({ decision: "deny", ran: false });
});
