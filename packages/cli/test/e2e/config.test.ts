import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { HookManager, type HooksConfig } from "@agent-hook/picoclaw";
import { describe, expect, onTestFinished, test } from "vitest";
import { readManifest } from "../../src/config/read-manifest.js";
import { fakeHookSource, folder, GUARD, program } from "../config-folder.js";
import { agentHook, file } from "../run-command.js";

const node = process.execPath;
const ODD = `it's a "$HOME" ünïcode \`folder\``;
const SDK = JSON.stringify(new URL("../../../sdk/dist/index.js", import.meta.url).href);

const REAL_GUARD = `
  import { approve, defineHook, reject, serve } from ${SDK};
  const judge = ({ tool }) => (tool === "exec" ? reject("no shell") : approve());
  await serve(defineHook({ name: "guard", onFailure: "block", approveTool: judge }));
`;

interface Entry {
  readonly command: readonly string[];
  readonly intercept?: readonly string[];
}

/** Returns the entry that is printed for a hook. */
async function printed(command: readonly string[], cwd: string, ...flags: string[]): Promise<Entry> {
  const { code, stdout, stderr } = await agentHook(["config", "picoclaw", ...flags, "--", ...command], { cwd });
  expect(code, stderr).toBe(0);
  return Object.values(JSON.parse(stdout).hooks.processes)[0] as Entry;
}

/** Returns the printed command up to `--host`. */
const started = async (...args: Parameters<typeof printed>) => {
  const { command } = await printed(...args);
  return command.slice(0, command.indexOf("--host"));
};

describe("agent-hook config", () => {
  test("prints only the JSON to paste to stdout, and notes to stderr", async () => {
    const cwd = folder();
    writeFileSync(join(cwd, "hook.js"), fakeHookSource());
    const { code, stdout, stderr } = await agentHook(["config", "picoclaw@0.2.9", "--", "node", "hook.js"], { cwd });
    expect(code).toBe(0);
    expect(stdout).toBe(`${JSON.stringify(JSON.parse(stdout), null, 2)}\n`);
    expect(JSON.parse(stdout)).toMatchObject({
      hooks: { processes: { guard: { command: [node, join(cwd, "hook.js"), "--host", "picoclaw@v0.2.9"] } } },
    });
    expect(stderr).toContain("PicoClaw denies every tool call");
    expect(stderr).toContain("restart it");
  });

  test.each([
    ["claude-code", ["limits[0] has the names bash, but the tools of Claude Code are called Bash"]],
    ["codex", ["limits[0] has the names bash, but", "limits[2] matches no tool: tools of Codex have no kind fetch"]],
    ["copilot", ["limits[3] matches no tool: tools of Copilot CLI have no kind mcp"]],
  ])("warns of each rate limit that matches no tool of %s", async (host, expected) => {
    const { code, stderr } = await agentHook(
      ["config", host, "--", "node", file("packages/cli/test/hooks/limits.mjs")],
      { cwd: folder() },
    );
    expect(code, stderr).toBe(0);
    const warnings = stderr.split("\n").filter((line) => line.startsWith("Warning: hook"));
    expect(warnings).toEqual(
      expected.map((text) => expect.stringContaining(`Warning: hook "rate-limit": the filter of ${text}`)),
    );
  });

  test("prints one document with --json", async () => {
    const cwd = folder();
    writeFileSync(join(cwd, "hook.js"), fakeHookSource({ ...GUARD, tools: [{ name: "a" }], hosts: ["mcp"] }));
    const { stdout, stderr } = await agentHook(["config", "mcp", "--json", "--name", "x", "--", "node", "hook.js"], {
      cwd,
    });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual({
      host: "mcp",
      config: { mcpServers: { x: { command: node, args: [join(cwd, "hook.js"), "--host", "mcp"] } } },
      notes: [expect.stringContaining("guards no other tool"), expect.stringContaining("restart")],
    });
  });

  test("prints a command that works from any folder and any PATH: the hook runs and guards", async () => {
    const cwd = folder(ODD);
    writeFileSync(join(cwd, "hook.mjs"), REAL_GUARD);
    const { stdout } = await agentHook(["config", "picoclaw@v0.2.9", "--", "node", "hook.mjs"], { cwd });
    const { hooks } = JSON.parse(stdout) as { hooks: HooksConfig };
    expect(hooks.processes?.guard?.command?.[1]).toBe(join(cwd, "hook.mjs"));
    const manager = await HookManager.start(hooks, { version: "v0.2.9", onStderr: () => {} });
    onTestFinished(() => manager.close());
    expect(await manager.approveTool({ tool: "exec", arguments: {} })).toMatchObject({ outcome: "denied" });
    expect(await manager.approveTool({ tool: "read_file", arguments: {} })).toMatchObject({ outcome: "approved" });
  });
});

describe("the command that config prints", () => {
  test("names Node itself, not a version manager's shim", async () => {
    const cwd = folder();
    const shim = program(join(cwd, "shims/node"), `#!/bin/sh\nexec '${node}' "$@"\n`);
    writeFileSync(join(cwd, "hook.js"), fakeHookSource());
    expect(await started([shim, "hook.js"], cwd)).toEqual([node, join(cwd, "hook.js")]);
  });

  test("names Node and the file of an installed bin", async () => {
    const cwd = folder(ODD);
    const main = program(join(cwd, "node_modules/my-hook/main.js"), `#!/usr/bin/env node\n${fakeHookSource()}`);
    mkdirSync(join(cwd, "node_modules/.bin"));
    symlinkSync("../my-hook/main.js", join(cwd, "node_modules/.bin/my-hook"));
    expect(await started(["node_modules/.bin/my-hook", "--strict"], cwd)).toEqual([node, main, "--strict"]);
  });

  test("keeps the flags of an installed bin's first line", async () => {
    const cwd = folder();
    const main = program(join(cwd, "my-hook.js"), `#!/usr/bin/env -S node --no-warnings\n${fakeHookSource()}`);
    expect(await started([main], cwd)).toEqual([node, "--no-warnings", main]);
  });

  test("names Node and the file of a bin that pnpm installed as a shell script", async () => {
    const cwd = folder();
    const main = program(join(cwd, "node_modules/my-hook/main.js"), `#!/usr/bin/env node\n${fakeHookSource()}`);
    const shim =
      'if [ -x "$basedir/node" ]; then\n  exec "$basedir/node"  "$basedir/../my-hook/main.js" "$@"\nelse\n  exec node  "$basedir/../my-hook/main.js" "$@"\nfi\n';
    program(join(cwd, "node_modules/.bin/my-hook"), `#!/bin/sh\nbasedir=$(dirname "$0")\n${shim}`);
    expect(await started(["./node_modules/.bin/my-hook"], cwd)).toEqual([node, main]);
  });

  test("finds a program on the PATH and keeps one that is not JavaScript unchanged", async () => {
    const cwd = folder();
    const script = program(join(folder(), "bin/my-hook"), `#!/bin/sh\necho '${JSON.stringify(GUARD)}'\n`);
    const env = { PATH: `${dirname(script)}${delimiter}${process.env.PATH}` };
    const { stdout } = await agentHook(["config", "picoclaw", "--", "my-hook"], { cwd, env });
    expect(JSON.parse(stdout).hooks.processes.guard.command).toEqual([script, "--host", "picoclaw"]);
  });

  test.each(["picoclaw", "docker-agent", "mcp"])(
    "for %s does not name a program of node_modules/.bin, even if that is first on the PATH",
    async (host) => {
      const cwd = folder();
      const planted = join(cwd, "node_modules/.bin");
      for (const name of ["node", "my-hook"])
        program(join(planted, name), `#!/bin/sh\ntouch '${cwd}/ran'\nexec '${node}' "$@"\n`);
      writeFileSync(
        join(cwd, "hook.js"),
        fakeHookSource({ ...GUARD, tools: [{ name: "a" }], hosts: ["docker-agent", "mcp"] }),
      );
      const env = { PATH: `${planted}${delimiter}${planted}/${delimiter}${process.env.PATH}` };
      const { code, stdout, stderr } = await agentHook(["config", host, "--", "node", "hook.js"], { cwd, env });
      expect(code, stderr).toBe(0);
      expect(stdout).not.toContain(planted);
      expect(await agentHook(["config", host, "--", "my-hook"], { cwd, env })).toMatchObject({
        code: 3,
        stderr: expect.stringContaining(`it is on the PATH only in ${planted}`),
      });
      expect(existsSync(join(cwd, "ran"))).toBe(false);
    },
  );

  test("has absolute paths for files and path-like words, and keeps other words", async () => {
    const cwd = folder();
    writeFileSync(join(cwd, "hook.js"), fakeHookSource());
    writeFileSync(join(cwd, "rules.json"), "{}");
    mkdirSync(join(cwd, "data"));
    const args = ["--rules=rules.json", "rules.json", "./data", "data", "--flag", "missing/file", "a b"];
    expect(await started(["node", "hook.js", ...args], cwd)).toEqual([
      node,
      join(cwd, "hook.js"),
      `--rules=${join(cwd, "rules.json")}`,
      join(cwd, "rules.json"),
      join(cwd, "data"),
      "data",
      "--flag",
      "missing/file",
      "a b",
    ]);
  });

  test.each([
    [["npx", "my-hook"], "npx"],
    [["/usr/bin/npx", "my-hook"], "npx"],
    [["tsx", "src/main.js"], "tsx"],
    [["ts-node", "main.js"], "ts-node"],
    [["npm", "run", "hook"], "npm"],
    [["pnpm", "exec", "my-hook"], "pnpm"],
    [["yarn", "dlx", "my-hook"], "yarn"],
    [["bun", "run", "hook"], "bun run"],
    [["deno", "task", "hook"], "deno task"],
    [["deno", "run", "-A", "npm:my-hook"], "npm:my-hook"],
    [["python3", "src/main.ts"], "src/main.ts"],
    [["node", "--import", "tsx", "main.js"], "tsx"],
    [["node", "--import=tsx/esm", "main.js"], "--import=tsx/esm"],
    [["node", "-r", "ts-node/register", "main.js"], "ts-node/register"],
    [["node", "node_modules/.bin/tsx", "main.js"], "node_modules/.bin/tsx"],
    [["env", "A=1", "npx", "my-hook"], "npx"],
    [["sh", "-c", "npx my-hook"], "npx"],
  ])("never runs a tool that downloads or compiles: %j", async (command, culprit) => {
    const { code, stdout, stderr } = await agentHook(["config", "picoclaw", "--", ...command]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toBe(
      `agent-hook: ${culprit} fetches or compiles at every start of the agent: build the hook first and name its JavaScript, such as: -- node dist/main.js\n`,
    );
  });

  test("names the file to use instead of npx for agent-hook itself", async () => {
    const trace = ["npx", "agent-hook", "trace", "--out", "s.jsonl", "--", "node", "dist/main.js"];
    const { code, stderr } = await agentHook(["config", "picoclaw", "--", ...trace], { cwd: file("examples/weather") });
    expect(code).toBe(2);
    expect(stderr).toContain("name node_modules/.bin/agent-hook instead of npx agent-hook");
  });

  test("records the hook and its MCP server in two files, with whole paths, and records no manifest", async () => {
    const cwd = folder();
    const hook = file("examples/weather/dist/main.js");
    const bin = file("packages/cli/bin/agent-hook.js");
    const command = [bin, "trace", "--out", "s.jsonl", "--", "node", hook];
    const { code, stdout, stderr } = await agentHook(["config", "picoclaw@v0.2.9", "--", ...command], { cwd });
    expect(code, stderr).toBe(0);
    const { hooks, tools } = JSON.parse(stdout);
    const traced = (out: string) => [node, bin, "trace", "--out", join(cwd, out), "--", node, hook];
    expect(hooks.processes.weather.command).toEqual([...traced("s.jsonl"), "--host", "picoclaw@v0.2.9"]);
    const { command: program, args } = tools.mcp.servers.weather;
    expect([program, ...args]).toEqual([...traced("s-mcp.jsonl"), "--host", "mcp"]);
    expect(existsSync(join(cwd, "s.jsonl"))).toBe(false);
  });

  test("is rejected if an installed bin runs a compiler", async () => {
    const bin = program(join(folder(), "my-hook"), "#!/usr/bin/env tsx\n");
    const { code, stderr } = await agentHook(["config", "picoclaw", "--", bin]);
    expect(code).toBe(2);
    expect(stderr).toContain("tsx fetches or compiles");
  });

  test.each([
    ["node", "dist/main.js", "--lang", "tsx"],
    ["python3", "npx.py"],
  ])("may contain such a word if it starts nothing: %s %s", async (...command) => {
    const { stderr } = await agentHook(["config", "picoclaw", "--", ...command]);
    expect(stderr).toContain("does not exist");
  });
});

describe("a hook without a manifest", () => {
  const flags = ["--intercept", "before_tool, approve_tool", "--observe", "--on-failure", "block"];

  test("is described by flags and is not started", async () => {
    const cwd = folder();
    const script = program(join(cwd, "review_gate.sh"), "#!/bin/sh\ntouch started\n");
    const { code, stdout } = await agentHook(["config", "picoclaw", ...flags, "--", "./review_gate.sh"], { cwd });
    expect(code).toBe(0);
    expect(existsSync(join(cwd, "started"))).toBe(false);
    expect(JSON.parse(stdout)).toEqual({
      hooks: {
        enabled: true,
        processes: {
          review_gate: {
            enabled: true,
            priority: -10,
            transport: "stdio",
            command: [script],
            observe: ["*"],
            intercept: ["before_tool", "approve_tool"],
          },
        },
      },
    });
  });

  test("has no tools for an MCP client", async () => {
    const { code, stderr } = await agentHook(["config", "mcp", ...flags, "--", "sh"]);
    expect(code).toBe(2);
    expect(stderr).toContain('"sh" has no tools');
  });

  test("that exits when its stdin ends is rejected because it printed nothing", async () => {
    const cwd = folder();
    writeFileSync(join(cwd, "hook.js"), 'process.stdin.resume().on("end", () => console.error("bye"));');
    const { code, stderr } = await agentHook(["config", "picoclaw", "--", "node", "hook.js"], { cwd });
    expect(code).toBe(3);
    expect(stderr).toContain("expected a manifest from the hook, started with --describe: it printed nothing.");
    expect(stderr).toContain("--intercept before_tool,approve_tool\nbye");
  });

  test("that never ends is killed at the limit", async () => {
    const hang = [node, "-e", "setInterval(() => {}, 1000)", "--"];
    await expect(readManifest(hang, { timeoutMs: 500 })).rejects.toThrow("it did not exit within 0.5 s");
  });

  test.each([
    [
      "prints something before serve",
      'console.log("hello\\u001b[8m")',
      'it printed something else, starting with "hello\\u001b[8m\\n": do not print before serve(hook)',
    ],
    ["prints other JSON", 'console.log("{}")', "name: expected string, got nothing"],
    ["fails", 'console.error("TOKEN is missing"); process.exit(1)', "it exited with code 1"],
    ["is killed", 'process.kill(process.pid, "SIGKILL")', "it was killed by SIGKILL"],
  ])("that %s gets an explanation", async (_, code, expected) => {
    const failed = readManifest([node, "-e", code, "--"]);
    await expect(failed).rejects.toMatchObject({ code: "not-run", message: expect.stringContaining(expected) });
  });
});

describe("bad input to config", () => {
  const guard = ["--", "node", file("packages/cli/test/hooks/no-such.js")];

  test.each([
    [["picoclow", ...guard], 2, 'unknown host "picoclow" (did you mean "picoclaw"?)'],
    [["picoclaw@new", ...guard], 2, '"new" is not a version of picoclaw; expected one such as v0.2.9'],
    [[...guard], 2, "missing required argument 'host': expected picoclaw, docker-agent, claude-code"],
    [
      ["--write", "codex", ...guard],
      2,
      '--write read "codex" as a file: put the host first, as in agent-hook config codex --write',
    ],
    [["--write", "x.json", ...guard], 2, "missing required argument 'host'"],
    [["claude", ...guard], 2, 'unknown host "claude" (did you mean "claude-code"?)'],
    [["gemini-cli", ...guard], 2, 'unknown host "gemini-cli" (did you mean "gemini"?)'],
    [["picoclaw", "--write", "x.json", "--remove"], 2, "or the entry's name, such as: --name my-hook"],
    [["picoclaw"], 2, "agent-hook config picoclaw -- node dist/main.js"],
    [["picoclaw", "--intercept", "befor_tool", "--", "sh"], 2, '"befor_tool" (did you mean "before_tool"?)'],
    [["picoclaw", "--intercept", "before_tool,", "--", "sh"], 2, "Expected a comma-separated list"],
    [["picoclaw", "--observe", "--on-failure", "blok", "--", "sh"], 2, '"blok" (did you mean "block"?)'],
    [["picoclaw", "--on-failure", "block", "--", "sh"], 2, "--on-failure needs --intercept or --observe"],
    [["picoclaw", "--observe", "--name", "my hook", "--", "sh"], 2, '"my hook" is not a valid entry name'],
    [["picoclaw", "--observe", "--name", "__proto__", "--", "sh"], 2, '"__proto__" is not a valid entry name'],
    [["picoclaw", "--yes", ...guard], 2, "--yes needs --write"],
    [["picoclaw", "--remove", ...guard], 2, "--remove needs --write"],
    [["picoclaw", ...guard], 3, "no-such.js does not exist"],
    [["picoclaw", "--", "no-such-program"], 3, "no-such-program: it is not on the PATH"],
    [["picoclaw", "--", "./no-such-program"], 3, "./no-such-program: it does not exist or is not executable"],
  ])("%j gets a one-sentence error and the right exit code", async (args, code, sentence) => {
    const result = await agentHook(["config", ...args]);
    expect(result).toMatchObject({ code, stdout: "", stderr: expect.stringContaining(sentence) });
    expect(result.stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  test("rejects a --host among the hook's arguments if the config adds it", async () => {
    const cwd = folder();
    writeFileSync(join(cwd, "hook.js"), fakeHookSource());
    const { code, stderr } = await agentHook(["config", "picoclaw", "--", "node", "hook.js", "--host=mcp"], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain("remove --host");
  });
});
