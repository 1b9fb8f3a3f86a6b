import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { FINDINGS } from "../../src/doctor/catalogue.js";
import { config, configFile, file, folder, guard, plain, weather } from "../doctor/configs.js";
import { type DoctorResult, runDoctor } from "../doctor/run-doctor.js";

const healthy = () => configFile(config({ guard: guard() }));
const missing = { guard: guard({ command: ["/no/such/program", "--no-such-option"] }) };

describe("the exit code of doctor", () => {
  test("is 0 if nothing is found", async () => {
    expect((await runDoctor([healthy()])).code).toBe(0);
  });

  test("is 0 if only notes are found", async () => {
    const { code, stdout } = await runDoctor([configFile(config({ guard: guard() }, { defaults: {} }))]);
    expect(stdout).toContain("note default-timeouts");
    expect(code).toBe(0);
  });

  test("is 1 for a problem", async () => {
    expect((await runDoctor([configFile(config(missing))])).code).toBe(1);
  });

  test("is 1 for a warning", async () => {
    const { code, stdout } = await runDoctor([configFile(config({ guard: guard() }, { enabled: false }))]);
    expect(stdout).toContain("warning hooks-disabled");
    expect(code).toBe(1);
  });

  test.each<[string, () => readonly string[], RegExp]>([
    [
      "a missing file",
      () => ["/no/such/config.json"],
      /there is no config \/no\/such\/config\.json; give the config's path/,
    ],
    ["a folder", () => [folder()], /cannot be read: expected a file, got something else, such as a folder/],
    ["a list", () => [configFile([])], /expected a JSON object with "hooks"/],
    ["nothing", () => [configFile("")], /is not JSON at line 1, column 1: expected a value/],
    [
      "a comment",
      () => [configFile('{\n  "hooks": {} // all of them\n}')],
      /at line 2, column 15: a comment; PicoClaw reads plain JSON/,
    ],
    [
      "a trailing comma",
      () => [configFile('{\n"hooks": {},\n}')],
      /at line 3, column 1: expected a name in double quotes/,
    ],
    ["a byte order mark", () => [configFile("\uFEFF{}")], /begins with a byte order mark/],
    [
      "an unknown host",
      () => [healthy(), "--host", "picclaw"],
      /--host: unknown host "picclaw" \(did you mean "picoclaw"\?\)/,
    ],
    [
      "an unknown version",
      () => [healthy(), "--host", "picoclaw@new"],
      /"new" is not a version of picoclaw; expected one such as v0\.2\.9/,
    ],
    ["an unknown option", () => [healthy(), "--jsno"], /unknown option '--jsno'/],
  ])("is 2 for %s, with one sentence", async (_what, args, sentence) => {
    const { code, stdout, stderr } = await runDoctor(args());
    expect(stderr).toMatch(sentence);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });

  test("is 3 if this machine cannot start a process", async () => {
    const { code, stderr } = await runWithoutProcesses([healthy()]);
    expect(stderr).toMatch(/this machine cannot start any hook at the moment: .*(EMFILE|EAGAIN)/);
    expect(code).toBe(3);
  });
});

/** Runs the command in an environment that cannot start processes. */
function runWithoutProcesses(args: readonly string[]): Promise<DoctorResult> {
  const program = [
    process.execPath,
    file("packages/cli/test/doctor/no-files-left.mjs"),
    "--run-project-hooks",
    ...args,
  ];
  return new Promise((resolve) => {
    const child = execFile(
      "/bin/sh",
      ["-c", 'ulimit -n 128 && exec "$@"', "sh", ...program],
      (_error, stdout, stderr) => {
        resolve({ code: child.exitCode ?? -1, stdout, stderr });
      },
    );
  });
}

describe("without a file, doctor reads PicoClaw's own", () => {
  const writeConfig = (...path: readonly string[]) => {
    const file = join(folder(), ...path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(config(missing)));
    return file;
  };
  const nowhere = { PICOCLAW_CONFIG: "", PICOCLAW_HOME: "", HOME: "/no/such/home" };

  test.each<[string, readonly string[], (file: string) => object]>([
    ["PICOCLAW_CONFIG", ["any.json"], (file) => ({ PICOCLAW_CONFIG: file, PICOCLAW_HOME: "/no/such/home" })],
    ["PICOCLAW_HOME", ["config.json"], (file) => ({ PICOCLAW_HOME: dirname(file) })],
    ["HOME", [".picoclaw", "config.json"], (file) => ({ HOME: dirname(dirname(file)) })],
  ])("at the path that %s gives", async (_variable, path, env) => {
    const file = writeConfig(...path);
    const { stdout } = await runDoctor([], { ...nowhere, ...env(file) });
    expect(stdout.split("\n")[0]).toBe(file);
  });

  test("prints the places that it searched and the first step if no host has a hook", async () => {
    const env = { ...nowhere, CLAUDE_CONFIG_DIR: "", CODEX_HOME: "", GEMINI_CLI_HOME: "", COPILOT_HOME: "/else" };
    const { code, stderr } = await runDoctor([], env);
    expect(stderr.split("\n").slice(0, 6)).toEqual([
      "agent-hook: no config of a supported agent has a hook. doctor checked:",
      "  PicoClaw: /no/such/home/.picoclaw/config.json (set PICOCLAW_CONFIG or PICOCLAW_HOME for another)",
      "  Claude Code: /no/such/home/.claude/settings.json, and in this folder .claude/settings.json",
      "  Codex: /no/such/home/.codex/hooks.json, and in this folder .codex/hooks.json",
      "  Gemini CLI: /no/such/home/.gemini/settings.json, and in this folder .gemini/settings.json",
      "  Copilot CLI: /else/hooks/*.json, and in this folder .github/hooks/*.json",
    ]);
    expect(stderr).toContain("To get started: agent-hook config claude-code --write -- node path/to/hook.js");
    expect(code).toBe(2);
  });
});

test("doctor does not list a point at which PicoClaw does not call the hook, because an MCP server has its tools", async () => {
  const env = { AGENT_HOOK_MCP_NAME: "weather" };
  const { stdout } = await runDoctor([configFile(config({ weather: weather({ env, intercept: ["before_tool"] }) }))]);
  expect(stdout).toContain("✓ is called at every point that it handles: beforeTool\n");
});

describe("what doctor prints", () => {
  test("lists each hook with its findings and fixes, without colour if there is no terminal", async () => {
    const { stdout, stderr } = await runDoctor([
      configFile(config({ guard: guard(), late: guard({ priority: 1, enabled: undefined }) })),
    ]);
    const [, ...lines] = stdout
      .replaceAll(/in \d+ ms/g, "in N ms")
      .replaceAll(/sdk \d+\.\d+\.\d+/g, "sdk VERSION")
      .replaceAll(file(""), "/repository/")
      .replaceAll(process.execPath, "/node")
      .split("\n");
    expect(lines.join("\n")).toMatchInlineSnapshot(`
      "
      1. guard  /node /repository/examples/guard/dist/main.js --host picoclaw@v0.2.9
        ✓ starts, and answers hello in N ms (guard @agent-hook/sdk VERSION)
        ✓ is called at every point that it handles: approveTool
        ✓ answered a harmless call of read_file at approve_tool in N ms: approved
        ✓ when killed, it fails closed: the tool did not run, and the model reads "Tool execution denied by approval hook: tool approval hook "guard" failed"
        ✓ its deadlines are shorter than the host's 5 s and 60 s

      - late  /node /repository/examples/guard/dist/main.js --host picoclaw@v0.2.9
        ✗ problem not-enabled  it lacks "enabled": PicoClaw never starts it, so it guards nothing
            fix: in hooks.processes.late: "enabled": true

      ✗ 2 hooks: 1 problem
      "
    `);
    expect(stdout).not.toContain("\u001B");
    expect(stderr).toBe("");
  });

  test("includes the last log lines of a hook that does not start", async () => {
    const { stdout } = await runDoctor([configFile(config({ guard: guard({ env: {} }) }))]);
    expect(stdout).toContain("ended with code 2");
    expect(stdout).toContain("GUARD_WORKSPACE");
  });

  test("is one JSON document with --json, also for an error", async () => {
    const path = configFile(config(missing));
    const { stdout } = await runDoctor(["--json", "--host", "picoclaw@0.2.9", path]);
    expect(JSON.parse(stdout)).toEqual({
      file: path,
      host: "picoclaw@v0.2.9",
      hooks: [
        {
          name: "guard",
          command: ["/no/such/program", "--no-such-option"],
          modes: ["approve"],
          started: false,
          findings: [
            {
              id: "command-missing",
              severity: "problem",
              message: "/no/such/program does not exist: PicoClaw does not start",
              fix: 'in hooks.processes.guard: "command": ["/absolute/path/of/program","--no-such-option"]',
            },
          ],
        },
      ],
      findings: [],
      ok: false,
    });
    const error = JSON.parse((await runDoctor(["--json", "/no/such/config.json"])).stdout);
    expect(error).toEqual({ error: { code: "usage", message: expect.stringContaining("there is no config") } });
  });
});

test("doctor writes nothing: no config, no other file, and no recording of a hook that records", async () => {
  const writeConfig = folder();
  const path = join(writeConfig, "config.json");
  const env = { FAULT: "none", AGENT_HOOK_TRACE: join(writeConfig, "trace.jsonl"), GUARD_WORKSPACE: writeConfig };
  const text = JSON.stringify(config({ guard: guard({ env }), plain: plain("none", { env }) }));
  writeFileSync(path, text);
  expect((await runDoctor([path])).code).toBe(0);
  expect(readFileSync(path, "utf8")).toBe(text);
  expect(readdirSync(writeConfig)).toEqual(["config.json"]);
});

test("every finding has a kebab-case id", () => {
  for (const id of Object.keys(FINDINGS)) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
});
