import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { config, configFile, DEFAULTS, file, folder, guard, hook, plain, weather } from "../doctor/configs.js";
import { idsOf, reportOf } from "../doctor/run-doctor.js";

const hasPython = spawnSync("python3", ["--version"]).status === 0;
const PLUGIN = file("examples/mini-agent/test/weather_plugin.py");
const GUARD = "testing/test/hooks/guard.mjs";
const REDACTS = "testing/test/hooks/redacts.mjs";
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
  ["a guard and its config as they should be", config({ guard: guard() }), { config: [], guard: [] }],
  ["no hooks at all", {}, { config: ["no-hooks"] }],
  [
    "hooks that are switched off",
    config({ guard: guard() }, { enabled: false }),
    { config: ["hooks-disabled"], guard: [] },
  ],
  ["a process that is switched off", config({ guard: guard({ enabled: false }) }), { config: [], guard: ["disabled"] }],
  [
    "a process that nothing enables",
    config({ guard: guard({ enabled: undefined }) }),
    { config: [], guard: ["not-enabled"] },
  ],
  [
    "null, which is nothing to PicoClaw",
    config({ guard: guard({ dir: null, observe: null }) }),
    { config: [], guard: [] },
  ],
  [
    "a process that is asked nothing",
    config({ guard: guard({ intercept: [] }) }),
    { config: [], guard: ["no-points-enabled"] },
  ],
  ["a process without a command", config({ guard: guard({ command: [] }) }), { config: [], guard: ["invalid-config"] }],
  ["hooks of a wrong shape", { hooks: [] }, { config: ["invalid-config"] }],
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
    "a field of HookManager, and a PicoClaw that ignores it",
    config({
      guard: guard({
        command: [...(guard().command as string[]).slice(0, 2), "--host", "picoclaw@v0.2.7"],
        restart: 12,
      }),
    }),
    { config: [], guard: ["ignored-field"] },
  ],
  [
    "a kind of event that only v0.2.9 knows, before it",
    config({ all: hook(ALL, { ...EVERYWHERE, observe: ["agent.turn.start"] }) }),
    { config: [], all: ["invalid-config", "host-differs", "version-limits"] },
    ["--host", "picoclaw@v0.2.8"],
  ],
  [
    "a hook inside PicoClaw",
    config({}, { builtins: { audit: { enabled: true } } }),
    { config: ["builtin-enabled", "no-hooks"] },
  ],
  ["a sandbox", { ...config({ guard: guard() }), isolation: { enabled: true } }, { config: ["isolated"], guard: [] }],
  [
    "a folder that is missing",
    config({ guard: guard({ dir: "/no/such/folder" }) }),
    { config: [], guard: ["dir-missing"] },
  ],
  [
    "a program that is missing",
    config({ guard: guard({ command: ["/no/such/program"] }) }),
    { config: [], guard: ["command-missing"] },
  ],
  [
    "a program that the PATH in env has, and PicoClaw's has not",
    config({ guard: guard({ command: ["guard.sh"], env: { PATH: file("packages/cli/test/hooks") } }) }),
    { config: [], guard: ["command-missing"] },
  ],
  [
    "a program that may not be executed",
    config({ guard: guard({ command: [PLUGIN] }) }),
    { config: [], guard: ["command-not-executable"] },
  ],
  [
    "a script that is missing",
    config({ guard: guard({ command: [process.execPath, "/no/such/guard.js"] }) }),
    { config: [], guard: ["script-missing", "hello-failed"] },
  ],
  [
    "paths that depend on where PicoClaw is started",
    config({ guard: guard({ command: ["node", "examples/guard/dist/main.js", "--host=picoclaw@v0.2.9"], dir: "." }) }),
    { config: [], guard: ["relative-path"] },
  ],
  [
    "paths from an absolute folder on",
    config({
      guard: guard({
        command: [process.execPath, "dist/main.js", "--host=picoclaw@v0.2.9"],
        dir: file("examples/guard"),
      }),
    }),
    { config: [], guard: [] },
  ],
  [
    "a program by its name",
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
  ["one hook twice", config({ guard: guard(), again: guard() }), { config: ["same-command"], again: [], guard: [] }],
  ["a setting that is missing", config({ guard: guard({ env: {} }) }), { config: [], guard: ["hello-failed"] }],
  [
    "an error as the answer to hello",
    config({ plain: plain("refuses at hello") }),
    { config: [], plain: ["hello-failed"] },
  ],
  ["a text as the answer to hello", config({ plain: plain("hello is text") }), { config: [], plain: ["hello-failed"] }],
  ["a hook that dies at hello", config({ plain: plain("dies at hello") }), { config: [], plain: ["hello-failed"] }],
  [
    "a hook that never answers hello",
    config({ plain: plain("silent at hello") }),
    { config: [], plain: ["hello-late"] },
  ],
  ["noise on stdout", config({ plain: plain("noisy") }), { config: [], plain: ["stdout-noise"] }],
  [
    "a guard that is not asked to approve",
    config({ guard: hook(GUARD, { intercept: ["before_tool"] }) }),
    { config: [], guard: ["guard-not-called"] },
  ],
  [
    "a guard that is not asked to approve, and starts all the same",
    config({ guard: hook(GUARD, { intercept: ["before_tool"], env: { AGENT_HOOK_ALLOW_PARTIAL: "1" } }) }),
    { config: [], guard: ["guard-not-called"] },
  ],
  [
    "an observer that is not told events",
    config({ all: hook(ALL, { intercept: EVERYWHERE.intercept }) }),
    { config: [], all: ["missing-mode", "version-limits"] },
  ],
  [
    "an observer that gets the events that it names",
    config({ names: hook(NAMES, { observe: ["agent.turn.start", "agent.tool.exec_end"] }) }),
    { config: [], names: [] },
  ],
  ["an observer that gets all events", config({ names: hook(NAMES, { observe: ["*"] }) }), { config: [], names: [] }],
  [
    "an observer that gets one of the events that it names",
    config({ names: hook(NAMES, { observe: ["agent.turn.start"] }) }),
    { config: [], names: ["missing-mode"] },
  ],
  [
    "a hook that names only events of other hosts",
    config({ names: hook(NAMES, { intercept: ["after_tool"], env: { EVENTS: "session.start" } }) }),
    { config: [], names: [] },
  ],
  [
    "a guard that is asked too much",
    config({ guard: guard({ ...EVERYWHERE }) }),
    { config: [], guard: ["superfluous-mode"] },
  ],
  [
    "a hook of no SDK that is not asked to approve",
    config({ plain: plain("none", { intercept: ["before_tool"] }) }),
    { config: [], plain: ["open-when-dead"] },
  ],
  [
    "a hook that uses the SDK and continues on failure",
    config({ rules: hook("cli/test/hooks/goes-on.mjs", { intercept: ["before_tool"] }) }),
    { config: [], rules: ["continues-when-dead"] },
  ],
  [
    "a guard that redacts, too",
    config({ redacts: hook(REDACTS, { ...EVERYWHERE, env: { POLICY: "block" } }) }),
    { config: [], redacts: ["only-tools-guarded", "version-limits"] },
  ],
  [
    "less time than the hook takes for itself",
    config(
      { guard: hook(GUARD, { intercept: ["before_tool", "approve_tool"] }) },
      { defaults: { interceptor_timeout_ms: 4500, approval_timeout_ms: 1000 } },
    ),
    { config: [], guard: ["deadline-too-long", "approval-deadline-too-long"] },
  ],
  ["no timeouts", config({ guard: guard() }, { defaults: {} }), { config: ["default-timeouts"], guard: [] }],
  [
    "timeouts of which one is missing",
    config({ guard: guard() }, { defaults: { interceptor_timeout_ms: 5000, approval_timeout_ms: 0 } }),
    { config: ["default-timeouts"], guard: [] },
  ],
  [
    "a hook with tools in front of the guard, and a PicoClaw that ignores the tools",
    config({ weather: weather(), guard: guard({ priority: 10 }) }),
    { config: [], weather: ["own-tools-ignored"], guard: ["answered-before-guard"] },
  ],
  [
    "a hook with tools that an MCP server brings behind the guard",
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
    "a hook that is told the name of the MCP server that brings its tools",
    {
      ...config({ weather: weather({ env: { AGENT_HOOK_MCP_NAME: "other" } }), guard: guard() }),
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
    "a hook that is told the name of an MCP server that is not there",
    config({ weather: weather({ env: { AGENT_HOOK_MCP_NAME: "weather" } }, ["--host", "picoclaw@v0.2.7"]) }),
    { config: [], weather: ["own-tools-ignored"] },
  ],
  [
    "a guard that rules before the tool, too, in front of a hook with tools",
    config({
      strict: hook("testing/test/hooks/guard.mjs", { priority: -10, intercept: ["before_tool", "approve_tool"] }),
      weather: weather({}, ["--host", "picoclaw@v0.2.7"]),
    }),
    { config: ["host-differs"], strict: ["answered-without-guard"], weather: [] },
  ],
  [
    "a hook with tools, and an MCP server of its name",
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
    "a hook with tools, and a PicoClaw that takes them",
    config({ weather: weather({}, ["--host", "picoclaw@v0.2.7"]) }),
    { config: [], weather: [] },
  ],
  [
    "a hook that says which tools of the host it answers",
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
    "hooks that are told different versions",
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
    "a recording with the secrets",
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
  const mended = config({ weather: weather({ env: { AGENT_HOOK_MCP_NAME: "sky" } }) });
  expect(idsOf(await reportOf(configFile({ ...mended, tools })))).toEqual({ config: [], weather: [] });
});

test("hooks are listed in the order in which the host calls them: by priority, then by name", async () => {
  const off = { enabled: false };
  const report = await reportOf(
    configFile(config({ b: off, c: { ...off, priority: -1 }, a: off, d: { ...off, priority: 1 } })),
  );
  expect(report.hooks.map(({ name }) => name)).toEqual(["c", "a", "b", "d"]);
});

describe("what doctor says about a guard was observed", () => {
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
