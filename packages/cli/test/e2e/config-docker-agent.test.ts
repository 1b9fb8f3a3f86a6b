import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseLauncherCommand } from "@agent-hook/sdk/launcher";
import { commandHost } from "@agent-hook/testing/internal/command-hosts";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { fakeHookSource, folder, GUARD } from "../config-folder.js";
import { agentHook, file } from "../run-command.js";

const node = process.execPath;
const ODD = `it's a "$HOME" ünïcode \`folder\``;
const SDK = JSON.stringify(new URL("../../../sdk/dist/index.js", import.meta.url).href);
const MANIFEST = { ...GUARD, hosts: ["docker-agent"] };

const REAL_GUARD = `
  import { approve, defineHook, reject, serve } from ${SDK};
  const judge = ({ tool }) => (tool === "shell" ? reject("no shell") : approve());
  await serve(defineHook({ name: "guard", onFailure: "block", approveTool: judge }));
`;

const AGENTS = `# mine
version: "11"
agents:
  root: # the first
    model: openai/gpt-5
    instruction: |
      Be kind: 'always'.

  helper:
    model: "openai/x"   # odd
    hooks:
      session_start:
      - {type: command, command: "date"}
models: {}
`;

const config = (cwd: string, ...args: string[]) => agentHook(["config", ...args, "--", "node", "hook.mjs"], { cwd });

function hookIn(cwd: string, text = fakeHookSource(MANIFEST)): string {
  writeFileSync(join(cwd, "hook.mjs"), text);
  return join(cwd, "hook.mjs");
}

describe("agent-hook config docker-agent", () => {
  test("prints only YAML to stdout, and notes to stderr", async () => {
    const cwd = folder();
    const hook = hookIn(cwd);
    const { code, stdout, stderr } = await config(cwd, "docker-agent@v1.123.0");
    expect(code, stderr).toBe(0);
    const { pre_tool_use: entries } = parse(stdout);
    expect(entries).toMatchObject([{ matcher: "*", preempt_yolo: true }, { matcher: "*" }]);
    expect(parseLauncherCommand(entries[0].hooks[0].command)).toEqual({
      launcher: file("packages/sdk/launcher/guard.sh"),
      mode: "block",
      host: "docker-agent",
      event: "pre_tool_use",
      seconds: 6,
      command: [node, hook, "--host", "docker-agent@v1.123.0/preempt"],
    });
    expect(stderr).toContain("hooks.d/guard.yaml");
  });

  test("prints one document with --json", async () => {
    const cwd = folder();
    hookIn(cwd);
    const { stdout, stderr } = await config(cwd, "docker-agent", "--json");
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toMatchObject({
      host: "docker-agent",
      config: { pre_tool_use: [{ preempt_yolo: true }, { matcher: "*" }] },
      notes: expect.arrayContaining([expect.stringContaining("docker-agent@v1.58.0")]),
    });
  });

  test.each([
    ["v1.58.0", false],
    ["v1.123.0", false],
    ["v1.123.0", true],
  ] as const)(
    "prints a command that %s can start from any path: the hook guards, with --yolo %s",
    async (version, permitted) => {
      const cwd = folder(ODD);
      hookIn(cwd, REAL_GUARD);
      const { stdout, stderr } = await config(cwd, `docker-agent@${version}`);
      expect(stdout, stderr).not.toBe("");
      const printed = parse(stdout);
      const [entry] = (printed.hooks ?? printed).pre_tool_use;
      const [{ command, timeout }] = entry.hooks;
      const name = `docker-agent@${version}${entry.preempt_yolo ? "/preempt" : ""}` as const;
      const host = commandHost(name, { permitted, timeout });
      const denied = await host.beforeTool(command, { tool: "shell", input: { cmd: "ls" } });
      expect(denied.effect).toMatchObject({ tool: "does not run", reason: "no shell" });
      const other = await host.beforeTool(command, { tool: "fetch" });
      expect(other.effect.tool).not.toBe("does not run");
    },
  );

  test("names the launcher of the hook's own SDK", async () => {
    const cwd = folder();
    hookIn(cwd);
    const sdk = join(cwd, "node_modules/@agent-hook/sdk");
    mkdirSync(join(sdk, "launcher"), { recursive: true });
    writeFileSync(join(sdk, "package.json"), '{"exports":{"./launcher/guard.sh":"./launcher/guard.sh"}}');
    writeFileSync(join(sdk, "launcher/guard.sh"), "");
    const { stdout } = await config(cwd, "docker-agent");
    expect(parseLauncherCommand(parse(stdout).pre_tool_use[0].hooks[0].command)?.launcher).toBe(
      join(sdk, "launcher/guard.sh"),
    );
  });

  test("accepts a start-up snapshot, and names its bundle", async () => {
    const cwd = folder();
    const main = `require("node:v8").startupSnapshot.setDeserializeMainFunction(() => { ${fakeHookSource(MANIFEST)} });`;
    writeFileSync(join(cwd, "hook.cjs"), main);
    execFileSync(node, ["--snapshot-blob", "hook.blob", "--build-snapshot", "hook.cjs"], { cwd });
    const command = ["--", "node", "--snapshot-blob", "hook.blob"];
    const { stdout, stderr } = await agentHook(["config", "docker-agent", ...command], { cwd });
    expect(stdout, stderr).not.toBe("");
    expect(parseLauncherCommand(parse(stdout).pre_tool_use[0].hooks[0].command)?.command.slice(0, 4)).toEqual([
      node,
      "--snapshot-blob",
      join(cwd, "hook.blob"),
      join(cwd, "hook.cjs"),
    ]);
  });

  test.each<[what: string, spoil: (blob: Buffer) => Buffer, message: RegExp]>([
    [
      "another Node",
      (blob) => {
        blob.write("1", blob.indexOf(process.version.slice(1)) + 1);
        return blob;
      },
      /was built by Node v.1.*, but .* is v.*: rebuild it with this Node: agent-hook build/,
    ],
    ["no Node", () => Buffer.alloc(0), /hook\.blob is not a startup snapshot.*: rebuild it: agent-hook build/],
    [
      "half its size",
      (blob) => blob.subarray(0, 300_000),
      /expected a manifest .*rebuild the snapshot: agent-hook build/,
    ],
  ])("rejects a start-up snapshot of %s and asks for a new build", async (_, spoil, message) => {
    const cwd = folder();
    const main = `require("node:v8").startupSnapshot.setDeserializeMainFunction(() => { ${fakeHookSource(MANIFEST)} });`;
    writeFileSync(join(cwd, "hook.cjs"), main);
    execFileSync(node, ["--snapshot-blob", "hook.blob", "--build-snapshot", "hook.cjs"], { cwd });
    writeFileSync(join(cwd, "hook.blob"), spoil(readFileSync(join(cwd, "hook.blob"))));
    const command = ["--", "node", "--snapshot-blob", "hook.blob", "hook.cjs"];
    const { code, stdout, stderr } = await agentHook(["config", "docker-agent", ...command], { cwd });
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain("--intercept");
  });

  test("rejects a path with a backslash before it starts anything", async () => {
    const cwd = folder("a\\b");
    hookIn(cwd, `require("node:fs").writeFileSync("ran", "")`);
    const { code, stderr } = await config(cwd, "docker-agent");
    expect(code).toBe(2);
    expect(stderr).toContain("has a backslash");
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(readdirSync(cwd)).toEqual(["hook.mjs"]);
  });

  test("prints a named file with the hook added, and does not change the file", async () => {
    const cwd = folder();
    hookIn(cwd);
    writeFileSync(join(cwd, "agent.yaml"), AGENTS);
    const { code, stdout, stderr } = await config(cwd, "docker-agent", "agent.yaml");
    expect(code, stderr).toBe(0);
    expect(parse(stdout).agents.root.hooks.pre_tool_use).toHaveLength(2);
    expect(stderr).toContain("Agents from other files have their own hooks");
    expect(readFileSync(join(cwd, "agent.yaml"), "utf8")).toBe(AGENTS);
  });

  test.each([
    [["docker-agent", "--intercept", "approve_tool"], "remove --intercept and --observe"],
    [["docker-agent@1"], '"1" is not a version of docker-agent; expected one such as v1.123.0'],
    [["docker-agent@v1.50.0"], "docker-agent v1.50.0 is untested"],
    [["docker-agent", "a.yaml", "--write", "b.yaml"], "expected one file"],
    [["docker-agent", "a/b.yaml"], "does not exist: create it"],
  ])("%j gets a one-sentence error", async (args, sentence) => {
    const cwd = folder();
    hookIn(cwd);
    const ran = await config(cwd, ...args);
    expect(ran).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(sentence) });
    expect(ran.stderr.trimEnd().split("\n")).toHaveLength(1);
  });
});

describe("agent-hook config docker-agent --write", () => {
  function written(text: string | undefined, name = "agent.yaml") {
    const cwd = folder();
    hookIn(cwd);
    const path = join(cwd, name);
    if (text !== undefined) writeFileSync(path, text, { mode: 0o640 });
    const run = (...args: string[]) => config(cwd, "docker-agent", "--write", path, ...args);
    return { path, run, read: () => readFileSync(path, "utf8"), cwd };
  }

  test.each([
    ["an agent's file", AGENTS],
    ["an agent's file with CRLF", AGENTS.replaceAll("\n", "\r\n")],
    ["the user's config", "# mine\nsettings:\n    theme: dark # night\n"],
    ["a file of hooks.d", "stop:\n  - type: command\n    command: date\n"],
    ["only comments", "# soon\n"],
    ["an agent's file in flow style", '{"agents": {"root": {"model": "x"}}}\n'],
  ])("adds the hook to %s once, keeps a copy, and removes it again byte for byte", async (_, text) => {
    const { path, run, read, cwd } = written(text);
    const first = await run("--yes");
    expect(first.code, first.stderr).toBe(0);
    expect(first.stdout).toContain("+");
    expect(first.stdout).toContain(`backup: ${path}.bak`);
    expect(read()).toContain("guard.sh");
    expect(readFileSync(`${path}.bak`, "utf8")).toBe(text);
    for (const name of [path, `${path}.bak`]) expect(statSync(name).mode & 0o777).toBe(0o640);
    const after = read();
    expect(await run()).toMatchObject({
      code: 0,
      stdout: `nothing to change: ${path} already has "guard"\n`,
      stderr: "",
    });
    expect(read()).toBe(after);
    expect(await run("--remove", "--yes", "--name", "guard")).toMatchObject({ code: 0 });
    expect(read()).toBe(text);
    expect(readdirSync(cwd).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  test("keeps a merge key, writes the needed entries next to it, and removes them again byte for byte", async () => {
    const text = `base: &b
  model: a/b
  hooks:
    session_start:
      - type: command
        command: echo hi
agents:
  root:
    <<: *b
  helper:
    <<: [*b] # the same
    description: d
`;
    const { run, read } = written(text);
    expect(await run("--yes")).toMatchObject({ code: 0 });
    const after = read();
    for (const line of text.split("\n")) expect(after).toContain(line);
    const { root, helper } = parse(after, { merge: true }).agents;
    for (const agent of [root, helper]) {
      expect(agent).toMatchObject({ model: "a/b", hooks: { session_start: [{ command: "echo hi" }] } });
      expect(agent.hooks.pre_tool_use).toHaveLength(2);
    }
    expect(await run("--remove", "--yes", "--name", "guard")).toMatchObject({ code: 0 });
    expect(read()).toBe(text);
  });

  test("keeps an entry with the same name and another command, and asks for another name", async () => {
    const mine =
      "pre_tool_use:\n  - matcher: shell\n    hooks:\n      - { name: guard, type: command, command: echo mine }\n";
    const { run, read } = written(mine, "guard.yaml");
    for (const args of [[], ["--remove", "--name", "guard"]]) {
      const { code, stdout, stderr } = await run("--yes", ...args);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain('pre_tool_use has a hook "guard" that is not from agent-hook config');
      expect(stderr).toContain("--name");
      expect(read()).toBe(mine);
    }
    expect(await run("--yes", "--name", "my-guard")).toMatchObject({ code: 0 });
    expect(read()).toContain(mine);
    expect(await run("--remove", "--yes", "--name", "my-guard")).toMatchObject({ code: 0 });
    expect(read()).toBe(mine);
  });

  test("writes to the host's own file if --write names none", async () => {
    const { path, read, cwd } = written(AGENTS);
    expect(await config(cwd, "docker-agent", path, "--write", "--yes")).toMatchObject({ code: 0 });
    expect(read()).toContain("guard.sh");
    expect(await config(cwd, "docker-agent", path, "--remove", "--yes", "--write")).toMatchObject({ code: 0 });
    expect(read()).toBe(AGENTS);
    const { code, stderr } = await config(cwd, "docker-agent", "--write");
    expect(code).toBe(2);
    expect(stderr).toBe("agent-hook: --write: expected a file name\n");
  });

  test("makes a new hooks.d file readable only by its owner", async () => {
    const { path, run, read } = written(undefined, "guard.yaml");
    const { code, stderr } = await run("--yes");
    expect(code).toBe(0);
    expect(stderr).toContain("only reads such a file in ~/.config/cagent/hooks.d");
    expect(Object.keys(parse(read()))).toEqual(["pre_tool_use"]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test("shows the difference and writes nothing without --yes", async () => {
    const { path, run, read } = written(AGENTS);
    const { code, stdout, stderr } = await run();
    expect(code).toBe(2);
    expect(stdout).toMatch(/^---.*\n\+\+\+.*\n@@/);
    expect(stderr).toBe(`agent-hook: nothing was written: to write ${path} without asking, add --yes\n`);
    expect(read()).toBe(AGENTS);
  });

  test.each([
    ["that does not parse", "agents: [\n", "does not parse (line 2, column 1"],
    ["with a repeated key", "agents: {}\nagents: {}\n", "Map keys must be unique"],
    ["with two documents", "stop: []\n---\nstop: []\n", "a second document"],
    ["with an alias where the hook would go", "x: &h {}\nagents:\n  a:\n    hooks: *h\n", "has the alias *h"],
    ["with a byte order mark", "\uFEFFagents:\n  a: {}\n", "begins with a byte order mark"],
    ["with an old schema", 'version: "7"\nagents:\n  a:\n    model: x\n', 'make it "11" or later'],
    ["of another program", "services: {}\n", 'expected "agents"'],
  ])("rejects a file %s, and does not change it", async (_, text, message) => {
    const { path, run, read } = written(text);
    const { code, stdout, stderr } = await run("--yes");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr).toContain(path);
    expect(read()).toBe(text);
  });
});
