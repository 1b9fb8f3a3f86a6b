import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestHost, TEST_HOSTS, type TestHostName } from "@agent-hook/testing";
import { afterAll, describe, expect, it } from "vitest";
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

const agentUnder = (host: TestHostName) => createTestHost(hook, { host, env: { GUARD_WORKSPACE: workspace } });

it.each(TEST_HOSTS)("under %s, a file is written in the workspace, and nowhere else", async (host) => {
  const agent = agentUnder(host);
  expect(await agent.write(join(workspace, "new.txt"), "x")).toMatchObject(ran);
  expect(await agent.write(join(home, "x.txt"), "x")).toMatchObject(denied(`Only files in ${workspace}`));
});

describe("the guard", () => {
  const agent = agentUnder("claude-code");

  it.each(["a/b/c.txt", "..hidden"])("lets %s be written in the workspace", async (path) => {
    expect(await agent.write(join(workspace, path), "x")).toMatchObject(ran);
  });

  it.each([
    ["a way out", "../x.txt"],
    ["a link to a folder outside", "out/x.txt"],
    ["a link to a missing file outside", "dangling.txt"],
  ])("denies a write through %s", async (_, path) => {
    expect(await agent.write(`${workspace}/${path}`, "x")).toMatchObject(denied(`Only files in ${workspace}`));
  });

  it("lets any file be read", async () => {
    expect(await agent.read("/etc/hosts", "tea")).toMatchObject({ ...ran, result: "tea" });
    expect(await agent.tool({ tool: "Grep", arguments: { pattern: "x" } })).toMatchObject(ran);
  });

  it("lets no command run, and the reason says what to do instead", async () => {
    expect(await agent.shell("ls")).toMatchObject(denied("Use the tools for files"));
  });

  it.each(["constructor", "EXEC", "__proto__"])("denies the unknown tool %j", async (tool) => {
    expect(await agent.tool({ tool, arguments: {} })).toMatchObject(denied(`does not know the tool ${tool}`));
  });

  it.each([7, null, { toString: "/etc/passwd" }, ["/etc/passwd"]])(
    "denies a write to a path that is %j",
    async (path) => {
      const args = { file_path: path, content: "x" };
      expect(await agent.tool({ tool: "Write", arguments: args })).toMatchObject({ ran: false });
    },
  );
});
