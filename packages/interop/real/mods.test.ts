import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  callPrompt,
  liveHosts,
  plainEnvironment,
  runToEnd,
  setFields,
  writeFiles,
} from "@agent-hook/sdk/internal/live-agents";
import { describe, expect, test } from "vitest";
import { AGENTS } from "../src/agents/index.js";
import { writeConfig } from "../src/configure.js";
import { isInstalled, programOf } from "../src/install.js";
import { FAULTS, faultyCommand, faultyRun } from "../src/matrix/faults.js";
import { runAgent } from "../src/run-agent.js";
import { serveMcp } from "../src/serve-hook.js";

const FILE = fileURLToPath(new URL("../hooks/mod.mjs", import.meta.url));
const STRUCTURED = fileURLToPath(new URL("../hooks/structured.mjs", import.meta.url));
const NAME = "interop-mod";
const SERVER = "interop";
const FOLDER = ".claude/skills/agent-hook-interop-mod";
const MODULE = `${FOLDER}/hooks/register.ts`;
const LIMIT_MS = 300_000;

const agent = liveHosts.find(({ name }) => name === "claude-code") as (typeof liveHosts)[number];
const runner = AGENTS.find(({ host }) => host === "claude-code") as (typeof AGENTS)[number];

interface ModRun {
  readonly tool?: string;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly command?: string;
  /** Options of `config` in addition to `--mod`. */
  readonly options?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  /** Writes to the home folder before the mod is written. */
  readonly before?: (home: string) => Promise<void>;
  /** Changes the home folder after the mod was written. */
  readonly change?: (home: string) => Promise<void>;
}

/** Runs Claude Code with the mod, and returns what the hook saw. */
async function run({
  command = "",
  tool = "Bash",
  args = { command, description: "d" },
  options = [],
  files = {},
  before,
  change,
}: ModRun) {
  let calls = "";
  const done = await runAgent({
    agent,
    prompt: callPrompt(tool, args),
    prepare: async ({ home, project }) => {
      await before?.(home);
      await writeConfig("claude-code", { file: FILE, options: ["--mod", ...options] }, home);
      await writeFiles(project, files);
      await change?.(home);
    },
    inspect: async ({ home }) => {
      calls = await readFile(join(home, "calls"), "utf8").catch(() => "");
    },
  });
  const lines = calls.trim().split("\n");
  return {
    ...done,
    printed: done.stdout + done.stderr,
    seen: lines.map((line) => line.replace(/ \d+$/, "")),
    processes: new Set(lines.map((line) => line.split(" ").at(-1))).size,
  };
}

describe.runIf(isInstalled(agent))("a mod under Claude Code", { timeout: LIMIT_MS }, () => {
  test("changes a reply, next to the command, which judges each call once and changes its result", async () => {
    const { results, stdout, seen, printed } = await run({ command: "echo sk-secret" });
    expect(results, printed).toEqual(["[redacted]"]);
    expect(stdout).toContain("CHANGED: [redacted]");
    expect(seen).toEqual(["before Bash", "after Bash", "reply"]);
  });

  test("denies, answers in the tool's place, and rewrites", async () => {
    const denied = await run({ command: "echo victim > ran.txt" });
    expect(denied.results.join()).toContain("no victims");
    expect("ran.txt" in denied.project).toBe(false);
    const answered = await run({ command: "echo answer me > ran.txt" });
    expect(answered.results).toEqual(["answered for Bash"]);
    expect("ran.txt" in answered.project).toBe(false);
    expect(answered.seen).toEqual(["before Bash", "reply"]);
    const rewritten = await run({ command: "echo rewrite me" });
    expect(rewritten.results).toEqual(["rewritten"]);
    expect(rewritten.project["ran.txt"]).toBe("rewritten\n");
  });

  test("redacts the output of a failed command, of Read and of an MCP tool", async () => {
    const failed = await run({ command: "echo sk-secret; exit 3" });
    expect(failed.results.join(), failed.printed).toContain("[redacted]");
    expect(failed.seen).toEqual(["before Bash", "after Bash", "reply"]);
    const mcp = await run({
      tool: agent.mcp?.toolName(SERVER, "look") ?? "",
      args: {},
      before: (home) => serveMcp(agent, SERVER, [STRUCTURED, "--host", "mcp"], home),
    });
    expect(mcp.results.join(), mcp.printed).toBe('{"value":"[redacted]"}');
    const read = await run({
      tool: "Read",
      args: { file_path: "secret.txt" },
      files: { "secret.txt": "a sk-secret b" },
    });
    expect(read.results.join()).toContain("a [redacted] b");
    for (const { requests } of [failed, read])
      expect(JSON.stringify(requests.at(-1)?.body)).not.toContain("sk-secret b");
  });

  test("answers for the hook's MCP server, which judges each call once in one process", async () => {
    const { results, project, seen, processes, printed } = await run({
      command: "echo answer me > ran.txt",
      options: ["--mcp-tool"],
      before: (home) => serveMcp(agent, NAME, [FILE, "--host", `mcp/${agent.name}`], home),
    });
    expect(results, printed).toEqual(["answered for Bash"]);
    expect("ran.txt" in project).toBe(false);
    expect(seen).toEqual(["before Bash", "reply"]);
    expect(processes).toBe(2);
  });

  test.each([
    ["has a syntax error", async (home: string) => writeFiles(home, { [MODULE]: "export const register = (on) => {" })],
    [
      "is missing",
      async (home: string) => writeFiles(home, { [`${FOLDER}/hooks/hooks.json`]: '{"modules":["./gone.ts"]}' }),
    ],
    [
      "is disabled",
      async (home: string) =>
        setFields(home, ".claude/settings.json", { enabledPlugins: { "agent-hook-interop-mod@skills-dir": false } }),
    ],
    ["throws at load", async (home: string) => writeFiles(home, { [MODULE]: "throw new Error();" })],
  ])("whose module %s leaves the call to the command", async (_, change) => {
    const { results, project, seen } = await run({ command: "echo victim > ran.txt", change });
    expect("ran.txt" in project).toBe(false);
    expect(results.join()).toContain("no victims");
    expect(seen).toEqual(["before Bash"]);
  });

  test("passes Claude Code's validation", async () => {
    await runAgent({
      agent,
      prompt: "hello",
      prepare: async ({ home }) => {
        await writeConfig("claude-code", { file: FILE, options: ["--mod"] }, home);
        const options = { cwd: home, env: plainEnvironment(home), limitMs: LIMIT_MS };
        const done = await runToEnd(programOf(agent), ["plugin", "validate", join(home, FOLDER)], options);
        expect(done.exit, done.stdout).toBe(0);
        expect(done.stdout).not.toContain("without .catch");
      },
    });
  });

  const faults = FAULTS.filter(({ wrapper, title }) => wrapper === undefined && title !== "no launcher");
  test.each(faults.map((fault) => [fault.title, fault] as const))(
    "a guard that %s: the tool does not run",
    async (_, fault) => {
      const { hook, home } = faultyRun("answerer", fault);
      const done = await runner.run({
        hook: { ...hook, options: ["--mod"] },
        home,
        command: faultyCommand(fault, "echo ran > ran.txt"),
      });
      expect("ran.txt" in done.project, done.printed).toBe(false);
      expect(done.toolResult).toBeDefined();
    },
  );
});
