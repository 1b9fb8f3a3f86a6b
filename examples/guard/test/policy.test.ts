import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestHost, TEST_HOSTS } from "@agent-hook/testing";
import { afterAll, describe, expect, test } from "vitest";
import { hook } from "../src/hook.js";

const home = realpathSync(mkdtempSync(join(tmpdir(), "guard-")));
const workspace = join(home, "workspace");
mkdirSync(workspace);
symlinkSync(home, join(workspace, "out"));
symlinkSync(join(home, "not-yet.txt"), join(workspace, "dangling.txt"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const ran = { ran: true, failures: [] };
function denied(reason: string) {
  return { ran: false, decision: "deny", reason: expect.stringContaining(reason), failures: [] };
}

describe.each(TEST_HOSTS)("under %s", (host) => {
  const agent = createTestHost(hook, { host, env: { GUARD_WORKSPACE: workspace } });

  test.each(["new.txt", "a/b/c.txt", "..hidden"])("%s is written in the workspace", async (path) => {
    expect(await agent.write(join(workspace, path), "x")).toMatchObject(ran);
  });

  test.each([
    ["a way out", "../x.txt"],
    ["a link to a folder outside", "out/x.txt"],
    ["a link to a missing file outside", "dangling.txt"],
  ])("%s is not written", async (_, path) => {
    expect(await agent.write(`${workspace}/${path}`, "x")).toMatchObject(denied(`Only files in ${workspace}`));
  });

  // Codex reads files with shell commands.
  test.skipIf(host === "codex")("any file is read", async () => {
    expect(await agent.read("/etc/hosts", "tea")).toMatchObject({ ...ran, result: "tea" });
  });

  test("no command runs, and the reason says what to do instead", async () => {
    expect(await agent.shell("ls")).toMatchObject(denied("Use the tools for files"));
  });

  test.each(["constructor", "EXEC", "__proto__"])("the unknown tool %j does not run", async (tool) => {
    expect(await agent.tool({ tool, arguments: {} })).toMatchObject(denied(`does not know the tool ${tool}`));
  });

  test.each([7, null, { toString: "/etc/passwd" }, ["/etc/passwd"]])(
    "a path that is %j is not written",
    async (path) => {
      const { tool, arguments: args } = await agent.write(join(workspace, "a.txt"), "x");
      const changed = Object.fromEntries(
        Object.entries(Object(args)).map(([name, value]) => [name, String(value).includes(workspace) ? path : value]),
      );
      expect(await agent.tool({ tool, arguments: changed })).toMatchObject({ ran: false });
    },
  );
});
