import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { config, configFile, DEFAULTS, file, folder, guard, hook, plain, weather } from "../doctor/configs.js";
import { idsOf, reportOf } from "../doctor/run-doctor.js";

const hasPython = spawnSync("python3", ["--version"]).status === 0;
const PLUGIN = file("examples/mini-agent/test/weather_plugin.py");
const GUARD = "testing/test/hooks/guard.mjs";
const REDACTS = "picoclaw/test/hooks/redacts.mjs";
const ALL = "sdk/test/hooks/guard-all.mjs";
const NAMES = "cli/test/hooks/names-events.mjs";
const EVERYWHERE = { observe: ["*"], intercept: ["before_llm", "before_tool", "approve_tool"] };

type Row = readonly [
  what: string,
  config: unknown,
  found: Readonly<Record<string, readonly string[]>>,
  args?: readonly string[],
];

const ROWS: readonly Row[] = [
  ["a guard and its correct config", config({ guard: guard() }), { config: [], guard: [] }],
  ["no hooks at all", {}, { config: ["no-hooks"] }],
  ["disabled hooks", config({ guard: guard() }, { enabled: false }), { config: ["hooks-disabled"], guard: [] }],
  ["a disabled process", config({ guard: guard({ enabled: false }) }), { config: [], guard: ["disabled"] }],
  [
    "a process that is not enabled",
    config({ guard: guard({ enabled: undefined }) }),
    { config: [], guard: ["not-enabled"] },
  ],
  ["null, which PicoClaw ignores", config({ guard: guard({ dir: null, observe: null }) }), { config: [], guard: [] }],
  [
    "a process without points",
    config({ guard: guard({ intercept: [] }) }),
    { config: [], guard: ["no-points-enabled"] },
  ],
  ["a process without a command", config({ guard: guard({ command: [] }) }), { config: [], guard: ["invalid-config"] }],
  ...[
    { command: "node hook.mjs" },
    { command: ["node", 5] },
    { command: { 0: "node" } },
    { intercept: "before_tool" },
    { intercept: [5] },
    { observe: 7, env: "A=1", dir: 5 },
    { env: { A: 5 } },
  ].map(
    (fields): Row => [
      `fields of another type: ${JSON.stringify(fields)}`,
      config({ guard: guard(fields) }),
      { config: [], guard: Object.keys(fields).map(() => "invalid-config") },
    ],
  ),
  ["hooks of the wrong type", { hooks: [] }, { config: ["invalid-config"] }],
  ["a fraction", config({ guard: guard({ priority: 1.5 }) }), { config: [], guard: ["invalid-config"] }],
  [
    "an unknown point",
    config({ guard: guard({ intercept: ["before_tol"] }) }),
    { config: [], guard: ["invalid-config"] },
  ],
  ["a misspelt field", config({ guard: guard({ comand: [] }) }), { config: [], guard: ["unknown-field"] }],
  [
    "a field of HookManager",
    config({ guard: guard({ onFailure: "block" }) }),
    { config: [], guard: ["unknown-field"] },
  ],
  [
    "a field of HookManager that this version of PicoClaw ignores",
    config({
      guard: guard({
        command: [...(guard().command as string[]).slice(0, 2), "--host", "picoclaw@v0.2.7"],
        restart: 12,
      }),
    }),
    { config: [], guard: ["ignored-field"] },
  ],
  [
    "an event kind that this version of PicoClaw does not support",
    config({ all: hook(ALL, { ...EVERYWHERE, observe: ["agent.turn.start"] }) }),
    { config: [], all: ["invalid-config", "host-differs", "version-limits"] },
    ["--host", "picoclaw@v0.2.8"],
  ],
  [
    "a built-in hook",
    config({}, { builtins: { audit: { enabled: true } } }),
    { config: ["builtin-enabled", "no-hooks"] },
  ],
  ["a sandbox", { ...config({ guard: guard() }), isolation: { enabled: true } }, { config: ["isolated"], guard: [] }],
  ["a missing folder", config({ guard: guard({ dir: "/no/such/folder" }) }), { config: [], guard: ["dir-missing"] }],
  [
    "a missing program",
    config({ guard: guard({ command: ["/no/such/program"] }) }),
    { config: [], guard: ["command-missing"] },
  ],
  [
    "a program on the PATH in env, but not on PicoClaw's PATH",
    config({ guard: guard({ command: ["guard.sh"], env: { PATH: file("packages/cli/test/hooks") } }) }),
    { config: [], guard: ["command-missing"] },
  ],
  [
    "a program that is not executable",
    config({ guard: guard({ command: [PLUGIN] }) }),
    { config: [], guard: ["command-not-executable"] },
  ],
  [
    "a missing script",
    config({ guard: guard({ command: [process.execPath, "/no/such/guard.js"] }) }),
    { config: [], guard: ["script-missing", "hello-failed"] },
  ],
  [
    "paths that depend on PicoClaw's working directory",
    config({ guard: guard({ command: ["node", "examples/guard/dist/main.js", "--host=picoclaw@v0.2.9"], dir: "." }) }),
    { config: [], guard: ["relative-path"] },
  ],
  [
    "paths relative to an absolute folder",
    config({
      guard: guard({
        command: [process.execPath, "dist/main.js", "--host=picoclaw@v0.2.9"],
        dir: file("examples/guard"),
      }),
    }),
    { config: [], guard: [] },
  ],
  [
    "a program without a path",
    config({ guard: guard({ command: ["node", ...(guard().command as string[]).slice(1)] }) }),
    { config: [], guard: ["program-by-path"] },
  ],
  [
    "tsx",
    config({
      guard: guard({
        command: [process.execPath, "--import", "tsx", file("examples/guard/src/main.ts"), "--host", "picoclaw@v0.2.9"],
      }),
    }),
    { config: [], guard: ["package-runner"] },
  ],
  [
    "the same hook twice",
    config({ guard: guard(), again: guard() }),
    { config: ["same-command"], again: [], guard: [] },
  ],
  ["a missing setting", config({ guard: guard({ env: {} }) }), { config: [], guard: ["hello-failed"] }],
  [
    "an error as the answer to hello",
    config({ plain: plain("refuses at hello") }),
    { config: [], plain: ["hello-failed"] },
  ],
  ["a text as the answer to hello", config({ plain: plain("hello is text") }), { config: [], plain: ["hello-failed"] }],
  ["a hook that exits at hello", config({ plain: plain("dies at hello") }), { config: [], plain: ["hello-failed"] }],
  [
    "a hook that never answers hello",
    config({ plain: plain("silent at hello") }),
    { config: [], plain: ["hello-late"] },
  ],
  ["noise on stdout", config({ plain: plain("noisy") }), { config: [], plain: ["stdout-noise"] }],
  [
    "a guard that is not called at approve_tool",
    config({ guard: hook(GUARD, { intercept: ["before_tool"] }) }),
    { config: [], guard: ["guard-not-called"] },
  ],
  [
    "a guard that is not called at approve_tool, but starts",
    config({ guard: hook(GUARD, { intercept: ["before_tool"], env: { AGENT_HOOK_ALLOW_PARTIAL: "1" } }) }),
    { config: [], guard: ["guard-not-called"] },
  ],
  [
    "an observer that receives no events",
    config({ all: hook(ALL, { intercept: EVERYWHERE.intercept }) }),
    { config: [], all: ["missing-mode", "version-limits"] },
  ],
  [
    "an observer that receives the events that it names",
    config({ names: hook(NAMES, { observe: ["agent.turn.start", "agent.tool.exec_end"] }) }),
    { config: [], names: [] },
  ],
  [
    "an observer that receives all events",
    config({ names: hook(NAMES, { observe: ["*"] }) }),
    { config: [], names: [] },
  ],
  [
    "an observer that receives only one of the events that it names",
    config({ names: hook(NAMES, { observe: ["agent.turn.start"] }) }),
    { config: [], names: ["missing-mode"] },
  ],
  [
    "a hook that names only events of other hosts",
    config({ names: hook(NAMES, { intercept: ["after_tool"], env: { EVENTS: "session.start" } }) }),
    { config: [], names: [] },
  ],
  [
    "a guard that is called at points that it does not handle",
    config({ guard: guard({ ...EVERYWHERE }) }),
    { config: [], guard: ["superfluous-mode"] },
  ],
  [
    "a hook without the SDK that is not called at approve_tool",
    config({ plain: plain("none", { intercept: ["before_tool"] }) }),
    { config: [], plain: ["open-when-dead"] },
  ],
  [
    "a hook that uses the SDK and continues on failure",
    config({ rules: hook("cli/test/hooks/continues.mjs", { intercept: ["before_tool"] }) }),
    { config: [], rules: ["continues-when-dead"] },
  ],
  [
    "a guard that also redacts",
    config({ redacts: hook(REDACTS, { ...EVERYWHERE, env: { POLICY: "block" } }) }),
    { config: [], redacts: ["only-tools-guarded", "version-limits"] },
  ],
  [
    "timeouts shorter than the hook's own deadlines",
    config(
      { guard: hook(GUARD, { intercept: ["before_tool", "approve_tool"] }) },
      { defaults: { interceptor_timeout_ms: 4500, approval_timeout_ms: 1000 } },
    ),
    { config: [], guard: ["deadline-too-long", "approval-deadline-too-long"] },
  ],
  ["no timeouts", config({ guard: guard() }, { defaults: {} }), { config: ["default-timeouts"], guard: [] }],
  [
    "only one timeout",
    config({ guard: guard() }, { defaults: { interceptor_timeout_ms: 5000, approval_timeout_ms: 0 } }),
    { config: ["default-timeouts"], guard: [] },
  ],
  [
    "a hook before the guard, with tools that this version of PicoClaw ignores",
    config({ weather: weather(), guard: guard({ priority: 10 }) }),
    { config: [], weather: ["own-tools-ignored"], guard: ["answered-before-guard"] },
  ],
  [
    "a hook after the guard, whose tools an MCP server provides",
    {
      ...config({ weather: weather(), guard: guard() }),
      tools: {
        mcp: {
          enabled: true,
          servers: { other: { enabled: true, command: "node", args: [file("examples/weather/dist/main.js")] } },
        },
      },
    },
    { config: [], guard: ["answered-before-guard"], weather: ["mcp-name-differs"] },
  ],
  [
    "a hook that knows the name of the MCP server with its tools",
    {
      ...config({
        weather: weather({ env: { AGENT_HOOK_MCP_NAME: "other" }, intercept: ["before_tool"] }),
        guard: guard(),
      }),
      tools: {
        mcp: {
          enabled: true,
          servers: { other: { enabled: true, command: "node", args: [file("examples/weather/dist/main.js")] } },
        },
      },
    },
    { config: [], guard: [], weather: [] },
  ],
  [
    "a hook with the name of a missing MCP server",
    config({
      weather: weather({ env: { AGENT_HOOK_MCP_NAME: "weather" }, intercept: ["before_tool"] }, [
        "--host",
        "picoclaw@v0.2.7",
      ]),
    }),
    { config: [], weather: ["own-tools-ignored"] },
  ],
  [
    "a guard that also handles before_tool, before a hook with tools",
    config({
      strict: hook("testing/test/hooks/guard.mjs", { priority: -10, intercept: ["before_tool", "approve_tool"] }),
      weather: weather({}, ["--host", "picoclaw@v0.2.7"]),
    }),
    { config: ["host-differs"], strict: ["answered-without-guard"], weather: [] },
  ],
  [
    "a hook with tools, and an MCP server with the hook's name",
    {
      ...config({ weather: weather() }),
      tools: { mcp: { enabled: true, servers: { weather: { enabled: true, command: "any" } } } },
    },
    { config: [], weather: ["mcp-name-differs"] },
  ],
  [
    "a hook with tools, and an MCP server that is not started",
    { ...config({ weather: weather() }), tools: { mcp: { servers: { weather: { enabled: true, command: "node" } } } } },
    { config: [], weather: ["own-tools-ignored"] },
  ],
  [
    "a hook with tools, and a PicoClaw that supports them",
    config({ weather: weather({}, ["--host", "picoclaw@v0.2.7"]) }),
    { config: [], weather: [] },
  ],
  [
    "a hook that declares which of the host's tools it answers",
    config({
      responds: hook("sdk/test/hooks/responds.mjs", { intercept: ["before_tool", "approve_tool"] }),
      guard: guard({ priority: 1 }),
    }),
    // It answers every call but may answer only one tool.
    { config: [], responds: ["probe-failed"], guard: ["answered-before-guard"] },
  ],
  [
    "no version of the host",
    config({ weather: weather({}, []) }),
    { config: [], weather: ["host-unknown", "version-limits"] },
  ],
  [
    "another version than the one that runs",
    config({ guard: guard() }),
    { config: [], guard: ["host-differs"] },
    ["--host", "picoclaw@v0.2.8"],
  ],
  [
    "hooks that receive different versions",
    config({ guard: guard(), weather: weather({}, ["--host", "picoclaw@v0.2.7"]) }),
    { config: ["host-differs"], guard: ["answered-before-guard"], weather: [] },
  ],
  [
    "a version in the environment",
    config({ weather: weather({ env: { AGENT_HOOK_HOST: "picoclaw@v0.2.7" } }, []) }),
    { config: [], weather: [] },
  ],
  [
    "a recording",
    config({ guard: guard({ env: { GUARD_WORKSPACE: "/", AGENT_HOOK_TRACE: "/no/such/folder/trace.jsonl" } }) }),
    { config: [], guard: ["trace-on"] },
  ],
  [
    "a recording with secrets",
    config({
      guard: guard({
        env: { GUARD_WORKSPACE: "/", AGENT_HOOK_TRACE: "/no/such/folder/trace.jsonl", AGENT_HOOK_TRACE_RAW: "1" },
      }),
    }),
    { config: [], guard: ["trace-raw"] },
  ],
];

describe("doctor finds exactly these faults", () => {
  for (const [what, content, found, args = []] of ROWS) {
    test(`in a config with ${what}`, async () => {
      expect(idsOf(await reportOf(configFile(content), args))).toEqual(found);
    });
  }

  test("in a script without #!, which Node would start and PicoClaw does not", async () => {
    const program = join(folder(), "guard");
    writeFileSync(program, `exec "${process.execPath}" "${file("examples/guard/dist/main.js")}"\n`);
    chmodSync(program, 0o755);
    const report = await reportOf(configFile(config({ guard: guard({ command: [program] }) })));
    expect(idsOf(report)).toEqual({ config: [], guard: ["command-not-executable"] });
    expect(report.hooks[0]?.findings[0]?.message).toContain('does not begin with "#!"');
  });

  test("in a program from a project's packages", async () => {
    const bin = join(folder(), "node_modules/.bin");
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, "node"), `#!/bin/sh\nexec "${process.execPath}" "$@"\n`, { mode: 0o755 });
    const [, ...args] = guard().command as string[];
    const path = configFile(config({ guard: guard({ command: [join(bin, "node"), ...args] }) }));
    expect(idsOf(await reportOf(path))).toEqual({ config: [], guard: ["program-of-packages"] });
  });

  test("in a hook that starts only once", async () => {
    const once = hook("cli/test/hooks/starts-once.mjs", {
      intercept: ["approve_tool"],
      env: { LOCK: join(folder(), "lock") },
    });
    const report = await reportOf(configFile(config({ once })));
    expect(idsOf(report)).toEqual({ config: [], once: ["hello-failed"] });
    expect(report.hooks[0]?.findings[0]?.message).toContain("it started once, but not a second time");
  });

  test("in a hook that starts only on the second attempt", async () => {
    const env = { LOCK: join(folder(), "lock"), WITHOUT: "ends" };
    const late = hook("cli/test/hooks/starts-once.mjs", { intercept: ["approve_tool"], env });
    expect(idsOf(await reportOf(configFile(config({ late }))))).toEqual({ config: [], late: ["hello-failed"] });
  });

  test.each<[what: string, server: Readonly<Record<string, unknown>>, failure: string | undefined]>([
    ["correct", {}, undefined],
    ["with a missing file", { args: ["/no/weather.js", "--host", "mcp"] }, "/no/weather.js does not exist"],
    ["with a missing program", { command: "/no/node" }, "/no/node does not exist"],
    ["in an environment where it exits", { env: { NODE_OPTIONS: "--no-such" } }, "--no-such is not allowed"],
    ["of others, which is not started", { command: "/no/node", args: ["x.js"] }, undefined],
  ])("in the MCP server of a hook: %s", async (_, fields, failure) => {
    const [program, script] = weather().command as string[];
    const server = { enabled: true, command: program, args: [script, "--host", "mcp"], ...fields };
    const tools = { mcp: { enabled: true, servers: { weather: server } } };
    const report = await reportOf(configFile({ ...config({ guard: guard() }), tools }));
    expect(idsOf(report)).toEqual({ config: failure === undefined ? [] : ["mcp-server-fails"], guard: [] });
    expect(report.findings.map(({ message }) => message).join("")).toContain(failure ?? "");
  });

  test("in a config with secrets that other users may read", async () => {
    const env = { GUARD_WORKSPACE: "/", API_TOKEN: "tea-for-two-and-two-for-tea" };
    const report = await reportOf(configFile(config({ guard: guard({ env }) }), 0o644));
    expect(idsOf(report)).toEqual({ config: ["config-readable"], guard: [] });
    expect(JSON.stringify(report)).toContain("API_TOKEN of guard");
    expect(JSON.stringify(report)).not.toContain("tea-for-two");
  });

  test.skipIf(!hasPython)("in the weather plugin of PicoClaw's documentation (skipped without python3)", async () => {
    const python = { enabled: true, command: ["python3", PLUGIN], intercept: ["before_llm", "before_tool"] };
    const report = await reportOf(configFile(config({ python, guard: guard({ priority: 1 }) })), [
      "--host",
      "picoclaw@v0.2.9",
    ]);
    expect(idsOf(report)).toEqual({
      config: [],
      python: ["open-when-dead", "program-by-path", "version-limits"],
      guard: ["answered-before-guard"],
    });
  });
});

test("the fix for a different name, applied to the config, leaves nothing to find", async () => {
  const servers = { sky: { enabled: true, command: "node", args: [file("examples/weather/dist/main.js")] } };
  const tools = { mcp: { enabled: true, servers } };
  const [seen] = (await reportOf(configFile({ ...config({ weather: weather() }), tools }))).hooks;
  const fix = 'in hooks.processes.weather.env: "AGENT_HOOK_MCP_NAME": "sky"';
  expect(seen?.findings).toMatchObject([{ id: "mcp-name-differs", severity: "warning", fix }]);
  const mended = config({ weather: weather({ env: { AGENT_HOOK_MCP_NAME: "sky" }, intercept: ["before_tool"] }) });
  expect(idsOf(await reportOf(configFile({ ...mended, tools })))).toEqual({ config: [], weather: [] });
});

test("a traced hook is called without its tracer, and the fix for it leaves nothing to find", async () => {
  const out = join(folder(), "session.jsonl");
  const [, script = "", ...rest] = guard().command as string[];
  const bin = file("packages/cli/bin/agent-hook.js");
  const tracer = [process.execPath, bin, "trace", "--out", out, "--"];
  const traced = guard({ command: [...tracer, "node", script, ...rest] });
  const [seen] = (await reportOf(configFile(config({ guard: traced })))).hooks;
  expect(seen?.findings.map(({ id }) => id)).toEqual(["trace-on"]);
  expect(existsSync(out)).toBe(false);
  const fix = String(seen?.findings[0]?.fix);
  const command = JSON.parse(fix.slice(fix.indexOf("[")));
  expect(idsOf(await reportOf(configFile(config({ guard: guard({ command }) }))))).toEqual({ config: [], guard: [] });
});

test("without timeouts, a shorter one is suggested for a hook that names no deadlines", async () => {
  const { findings } = await reportOf(configFile(config({ plain: plain("none") }, { defaults: {} })));
  expect(findings[0]?.fix).toBe('in hooks.defaults: "approval_timeout_ms": 10000, or as long as its answer may take');
});

test("of two entries of one file, each is compared with its own MCP server", async () => {
  const args = [file("examples/weather/dist/main.js"), "--host", "mcp"];
  const server = { enabled: true, command: process.execPath, args };
  const entryOf = (name: string) => weather({ env: { AGENT_HOOK_MCP_NAME: name }, intercept: ["before_tool"] });
  const { hooks } = await reportOf(
    configFile({
      ...config({ one: entryOf("one"), two: entryOf("two") }),
      tools: { mcp: { enabled: true, servers: { one: server, two: server } } },
    }),
  );
  const ids = hooks.flatMap(({ findings }) => findings.map(({ id }) => id));
  expect(ids).not.toContain("mcp-name-differs");
});

test("hooks are listed in the order in which the host calls them: by priority, then by name", async () => {
  const off = { enabled: false };
  const report = await reportOf(
    configFile(config({ b: off, c: { ...off, priority: -1 }, a: off, d: { ...off, priority: 1 } })),
  );
  expect(report.hooks.map(({ name }) => name)).toEqual(["c", "a", "b", "d"]);
});

describe("doctor's statement about a killed guard is observed", () => {
  test("after SIGKILL, a guard that approves fails closed", async () => {
    const [seen] = (await reportOf(configFile(config({ guard: guard() })))).hooks;
    expect(seen).toMatchObject({
      started: true,
      hello: { name: "guard", onFailure: "block" },
      helloMs: expect.any(Number),
      modes: ["approve"],
      killed: {
        beforeTool: "continue",
        approveTool: "denied",
        ran: false,
        text: expect.stringContaining('"guard" failed'),
      },
    });
  });

  test("after SIGKILL, a guard that only handles before_tool fails open", async () => {
    const open = plain("none", { intercept: ["before_tool"] });
    const [seen] = (await reportOf(configFile(config({ open })))).hooks;
    expect(seen?.killed).toEqual({ beforeTool: "continue", approveTool: "approved", ran: true, text: "the tool ran" });
    expect(seen?.findings[0]?.message).toContain("the tool ran");
  });

  test("its fix, applied to the config, leaves nothing to find", async () => {
    const broken = { guard: hook(GUARD, { observe: ["*"], intercept: ["before_tool"] }) };
    const [seen] = (await reportOf(configFile(config(broken)))).hooks;
    expect(seen?.findings.map(({ id }) => id)).toEqual(["guard-not-called", "superfluous-mode"]);
    const [fix] = seen?.findings.map((one) => one.fix) ?? [];
    const [place, json] = /^in (.*?): (.*)$/.exec(fix ?? "")?.slice(1) ?? [];
    expect(place).toBe("hooks.processes.guard");
    const mended = { guard: { ...broken.guard, ...JSON.parse(`{${json}}`) } };
    expect(idsOf(await reportOf(configFile(config(mended, { defaults: DEFAULTS }))))).toEqual({
      config: [],
      guard: [],
    });
  });
});
