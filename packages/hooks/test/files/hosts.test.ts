import type { ProtectFilesOptions } from "@agent-hook/hooks";
import { protectFiles } from "@agent-hook/hooks";
import { hostCan } from "@agent-hook/sdk/hosts";
import { createTestHost, TEST_HOSTS, type TestHostName } from "@agent-hook/testing";
import { describe, expect, it } from "vitest";
import { makeMachine } from "./machine.js";

/** Returns an agent that works in the project. Hosts that report no folder need the option. */
function agentIn(machine: ReturnType<typeof makeMachine>, host: TestHostName, options: ProtectFilesOptions = {}) {
  const project = host === "picoclaw" ? { project: machine.project } : {};
  return createTestHost(protectFiles({ ...project, ...options }), { host, cwd: machine.project });
}

/** Codex reads files only with its shell. */
const hasRead = (host: TestHostName) =>
  createTestHost(protectFiles(), { host }).kinds.includes("read") && host !== "codex";

describe.each(TEST_HOSTS)("under %s", (host) => {
  const untouched = { ran: true, result: "tea", failures: [] };

  it("harmless files are read and written, and the hook makes no decision", async () => {
    const machine = makeMachine();
    const agent = agentIn(machine, host);
    expect(await agent.write(`${machine.project}/src/new.ts`, "x", "tea")).toMatchObject(untouched);
    expect(await agent.read(`${machine.project}/src/main.ts`, "tea")).toMatchObject(untouched);
    expect(await agent.read("/usr/include/stdio.h", "tea")).toMatchObject(untouched);
    expect(await agent.write(`${machine.home}/tmp/notes.txt`, "x", "tea")).toMatchObject(untouched);
  });

  it.each([".env", "config/.env.local", "server.key", "deep/id_rsa"])("%s is not written", async (name) => {
    const machine = makeMachine();
    expect(await agentIn(machine, host).write(`${machine.project}/${name}`, "x")).toMatchObject({
      decision: "deny",
      ran: false,
      failures: [],
      reason: expect.stringContaining("can hold secrets"),
    });
  });

  it("a link to a secret is not written, whatever its name", async () => {
    const machine = makeMachine();
    machine.link("work/shop/src/notes.txt", machine.file(".aws/credentials"));
    expect(await agentIn(machine, host).write(`${machine.project}/src/notes.txt`, "x")).toMatchObject({
      ran: false,
      reason: expect.stringContaining("can hold secrets"),
    });
  });

  it("settings of agents and git are not written", async () => {
    const machine = makeMachine();
    const agent = agentIn(machine, host);
    for (const name of [".claude/settings.json", ".codex/hooks.json", ".git/hooks/pre-commit", ".git/config"]) {
      const denied = { ran: false, failures: [], result: expect.stringContaining("configures the agent") };
      expect(await agent.write(`${machine.project}/${name}`, "x"), name).toMatchObject(denied);
    }
  });

  it("a person decides about a file outside of the project, and a host that cannot ask denies it", async () => {
    const machine = makeMachine();
    const asked: string[] = [];
    const onAsk = ({ reason }: { readonly reason?: string }) => asked.push(reason ?? "") > 0;
    const hook = protectFiles({ project: machine.project });
    const agent = createTestHost(hook, { host, cwd: machine.project, onAsk });
    const outcome = await agent.write(`${machine.home}/other/x.txt`, "x");
    const canAsk = hostCan(host, "ask", "approveTool");
    expect(outcome).toMatchObject({ ran: canAsk, failures: [] });
    const reason = canAsk ? asked.join() : outcome.result;
    expect(reason).toContain("outside of the project");
  });

  it("observe mode lets a call pass and logs it", async () => {
    const machine = makeMachine();
    const agent = agentIn(machine, host, { mode: "observe" });
    expect(await agent.write(`${machine.project}/.env`, "x", "tea")).toMatchObject(untouched);
    expect(agent.log.join("\n")).toContain("would deny");
  });

  it.each([
    ["cat .env", "can hold secrets"],
    ["cd config && head -3 < .env.local", "can hold secrets"],
    ["F=.env; tar czf /tmp/a.tgz $F", "can hold secrets"],
    ["echo x > .env", "can hold secrets"],
    ["find . -name .env -exec cp {} /tmp/a \\;", "can hold secrets"],
    ["echo ls >> .git/hooks/pre-commit", "configures the agent"],
    ["rm ~/.claude/settings.json", "configures the agent"],
    ["sed -i s/a/b/ .codex/hooks.json", "configures the agent"],
  ])("the command %s does not run", async (command, reason) => {
    const machine = makeMachine();
    expect(await agentIn(machine, host).shell(`cd ${machine.project}; ${command}`)).toMatchObject({
      ran: false,
      failures: [],
      result: expect.stringContaining(reason),
    });
  });

  it("a command in the project runs", async () => {
    const machine = makeMachine();
    const agent = agentIn(machine, host);
    const command =
      "npm test > out.txt 2>&1; mkdir -p dist && cp src/main.ts dist/; rm -rf dist; source .env && npm start";
    expect(await agent.shell(`cd ${machine.project}; ${command}`, "tea")).toMatchObject(untouched);
  });
});

describe.each(TEST_HOSTS.filter(hasRead))("under %s", (host) => {
  it("secrets of the project and of the home are not read, also behind a link", async () => {
    const machine = makeMachine();
    const agent = agentIn(machine, host);
    machine.file(".ssh/id_ed25519");
    machine.link("work/shop/docs/key.txt", `${machine.home}/.ssh/id_ed25519`);
    for (const path of [
      `${machine.project}/.env`,
      `${machine.home}/.ssh/id_ed25519`,
      `${machine.project}/docs/key.txt`,
    ]) {
      const denied = {
        decision: "deny",
        ran: false,
        failures: [],
        reason: expect.stringContaining("can hold secrets"),
      };
      expect(await agent.read(path), path).toMatchObject(denied);
    }
  });

  it("a relative path to a secret is not read", async () => {
    const machine = makeMachine();
    expect(await agentIn(machine, host).read(".env")).toMatchObject({ ran: false, failures: [] });
    expect(await agentIn(machine, host).read("src/main.ts", "tea")).toMatchObject({ ran: true, result: "tea" });
  });
});

describe("a host that reports no folder", () => {
  it("writes nothing until the option says which project it is", async () => {
    const machine = makeMachine();
    const write = (options: ProtectFilesOptions) =>
      createTestHost(protectFiles(options)).write(`${machine.project}/src/new.ts`, "x");
    expect(await write({})).toMatchObject({ ran: false, result: expect.stringContaining("option project") });
    expect(await write({ project: "~/work/shop" })).toMatchObject({ ran: true });
    expect(await write({ folders: ["~/work"] })).toMatchObject({ ran: true });
  });

  it("asks the model for the whole path of a file that it writes", async () => {
    const machine = makeMachine();
    expect(await agentIn(machine, "picoclaw").write("src/new.ts", "x")).toMatchObject({
      ran: false,
      result: expect.stringContaining("Write the whole path"),
    });
  });
});
