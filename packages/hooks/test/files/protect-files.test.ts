// Loaded before the first call, which has a deadline.
import "@agent-hook/hooks/shell";
import { type ProtectFilesOptions, protectFiles } from "@agent-hook/hooks";
import { createTestHost } from "@agent-hook/testing";
import { describe, expect, it } from "vitest";
import { makeMachine } from "./machine.js";

/** Returns an agent that works in the project. */
function agentIn(machine: ReturnType<typeof makeMachine>, options: ProtectFilesOptions = {}) {
  return createTestHost(protectFiles(options), { host: "claude-code", cwd: machine.project });
}

const untouched = { decision: "none", ran: true, result: "tea", failures: [] };
const deniedAs = (reason: string) => ({
  ...{ decision: "deny", ran: false, failures: [] },
  reason: expect.stringContaining(reason),
});

describe("a call for files", () => {
  it("gets no decision if they are harmless", async () => {
    const machine = makeMachine();
    const agent = agentIn(machine);
    expect(await agent.write(`${machine.project}/src/new.ts`, "x", "tea")).toMatchObject(untouched);
    expect(await agent.read("src/main.ts", "tea")).toMatchObject(untouched);
    expect(await agent.read("/usr/include/stdio.h", "tea")).toMatchObject(untouched);
    expect(await agent.write(`${machine.home}/tmp/notes.txt`, "x", "tea")).toMatchObject(untouched);
  });

  it("is denied for a link to a secret, whatever its name", async () => {
    const machine = makeMachine();
    machine.link("work/shop/src/notes.txt", machine.file(".ssh/id_ed25519"));
    const agent = agentIn(machine);
    expect(await agent.read(`${machine.project}/src/notes.txt`)).toMatchObject(deniedAs("can hold secrets"));
    expect(await agent.write(`${machine.project}/src/notes.txt`, "x")).toMatchObject(deniedAs("can hold secrets"));
  });

  it.each([
    ["claude-code", true],
    ["codex", false],
  ] as const)(
    "outside of the project is left to a person, and denied where the host cannot ask: %s",
    async (host, canAsk) => {
      const machine = makeMachine();
      const asked: string[] = [];
      const onAsk = ({ reason }: { readonly reason?: string }) => asked.push(reason ?? "") > 0;
      const agent = createTestHost(protectFiles(), { host, cwd: machine.project, onAsk });
      const outcome = await agent.write(`${machine.home}/other/x.txt`, "x");
      expect(outcome).toMatchObject({ ran: canAsk, failures: [] });
      expect(canAsk ? asked.join() : outcome.result).toContain("outside of the project");
    },
  );

  it("is denied for a link through a process's own folders, whatever the name", async () => {
    const machine = makeMachine();
    machine.link("work/shop/here", "/proc/self/cwd");
    expect(await agentIn(machine).read(`${machine.project}/here/x.txt`)).toMatchObject(deniedAs("leads through"));
  });

  it("is decided by the first rule for its kind of access", async () => {
    const rules: ProtectFilesOptions["rules"] = [{ paths: [".env"], write: "ask" }];
    const agent = agentIn(makeMachine(), { rules });
    expect(await agent.read(".env")).toMatchObject(deniedAs("can hold secrets"));
  });

  it("passes in observe mode, and is logged", async () => {
    const machine = makeMachine();
    const agent = agentIn(machine, { mode: "observe" });
    expect(await agent.write(`${machine.project}/.env`, "x", "tea")).toMatchObject(untouched);
    expect(agent.log.join("\n")).toContain("would deny");
  });
});

describe("a command", () => {
  it.each([
    ["cat .env", "can hold secrets"],
    ["cd config && head -3 < .env.local", "can hold secrets"],
    ["F=.env; tar czf /tmp/a.tgz $F", "can hold secrets"],
    ["echo x > .env", "can hold secrets"],
    ["find . -name .env -exec cp {} /tmp/a \\;", "can hold secrets"],
    ["echo ls >> .git/hooks/pre-commit", "configures the agent"],
    ["rm ~/.claude/settings.json", "configures the agent"],
    ["sed -i s/a/b/ .codex/hooks.json", "configures the agent"],
    ["cd .. && rm -rf shop", "configures the agent"],
  ])("%s does not run", async (command, reason) => {
    expect(await agentIn(makeMachine()).shell(command)).toMatchObject(deniedAs(reason));
  });

  it("runs if its files are harmless", async () => {
    const command =
      "npm test > out.txt 2>&1; mkdir -p dist && cp src/main.ts dist/; rm -rf dist; source .env && npm start";
    expect(await agentIn(makeMachine()).shell(command, "tea")).toMatchObject(untouched);
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

  it("asks the model for the whole path of a file that it writes, and judges the end of one that it reads", async () => {
    const machine = makeMachine();
    const agent = createTestHost(protectFiles({ project: machine.project }), { host: "picoclaw" });
    const result = expect.stringContaining("Write the whole path");
    expect(await agent.write("src/new.ts", "x")).toMatchObject({ ran: false, result });
    expect(await agent.read(".env")).toMatchObject({ ran: false, failures: [] });
    expect(await agent.read("src/main.ts", "tea")).toMatchObject({ ran: true, result: "tea" });
  });
});
