import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readConfig } from "../../src/config/read-config.js";
import { HookManager, type HooksConfig, HooksConfigError } from "../../src/index.js";
import { puppet, startManager } from "../start-manager.js";

const HOOK = { enabled: true, command: ["node", "hook.js"], intercept: ["approve_tool"] } as const;

/** Returns a config with one process that has these changes. */
const probe = (changes: object) => ({ processes: { probe: { ...HOOK, ...changes } } }) as unknown as HooksConfig;

const WRONG: readonly (readonly [what: string, config: unknown, message: string | RegExp])[] = [
  ["no object", "hooks", "expected object, got string"],
  ["null", null, "expected object, got null"],
  ["a list", [], "expected object, got array"],
  ["an unknown field", { procesess: {} }, 'procesess: unknown field (did you mean "processes"?)'],
  ["an unknown field that is like none", { zzz: 1 }, /^zzz: unknown field$/],
  ["the config around it", { hooks: {} }, /^hooks: unknown field$/],
  ["enabled as text", { enabled: "true" }, "enabled: expected boolean, got string"],
  [
    "a misspelt default",
    { defaults: { interceptor_timeout: 1 } },
    'defaults.interceptor_timeout: unknown field (did you mean "interceptor_timeout_ms"?)',
  ],
  [
    "a timeout as text",
    { defaults: { approval_timeout_ms: "5s" } },
    "defaults.approval_timeout_ms: expected number, got string",
  ],
  ["processes as a list", { processes: [HOOK] }, /^processes: expected /],
  ["a process that is null", { processes: { probe: null } }, "processes.probe: expected object, got null"],
  [
    "a misspelt field of a process",
    probe({ comand: [] }),
    'processes.probe.comand: unknown field (did you mean "command"?)',
  ],
  [
    "two misspelt fields",
    probe({ interept: [], timeout: 1 }),
    /^processes\.probe\.interept: .*"intercept".*\nprocesses\.probe\.timeout: /,
  ],
  ["another transport", probe({ transport: "http" }), 'processes.probe.transport: expected "stdio"'],
  ["a command as text", probe({ command: "node hook.js" }), "processes.probe.command: expected array, got string"],
  [
    "a command with a number",
    probe({ command: ["node", 1] }),
    "processes.probe.command[1]: expected string, got number",
  ],
  [
    "no command",
    probe({ command: undefined }),
    'processes.probe.command: expected a program and its arguments, such as ["node", "hook.js"]',
  ],
  ["an empty command", probe({ command: [] }), "processes.probe.command: expected a program"],
  ["a command without a program", probe({ command: [""] }), "processes.probe.command: expected a program"],
  ["an env that is no text", probe({ env: { PORT: 80 } }), "processes.probe.env.PORT: expected string, got number"],
  ["a dir that is no text", probe({ dir: 1 }), "processes.probe.dir: expected string, got number"],
  ["a priority as text", probe({ priority: "10" }), "processes.probe.priority: expected number, got string"],
  [
    "an unknown point",
    probe({ intercept: ["before_tol"] }),
    /^processes\.probe\.intercept\[0\]: expected one of .*before_tool/,
  ],
  ["a point of the SDK", probe({ intercept: ["beforeTool"] }), /^processes\.probe\.intercept\[0\]: expected /],
  [
    "an unknown event",
    probe({ observe: ["tool_exec_ended"] }),
    'processes.probe.observe[0]: expected "*" or an event kind, such as "tool_exec_end" or "agent.tool.exec_end"',
  ],
  [
    "neither observe nor intercept",
    probe({ intercept: undefined }),
    'processes.probe: expected "intercept" or "observe": without them it is never called',
  ],
  ["empty observe and intercept", probe({ intercept: [], observe: [] }), "processes.probe: expected "],
  ["an intercept of nothing", probe({ intercept: [""] }), "processes.probe: expected "],
  ["null for both", probe({ intercept: null, observe: null }), "processes.probe: expected "],
  [
    "another policy",
    probe({ onFailure: "deny" }),
    'processes.probe.onFailure: expected "continue" or "block", got another string',
  ],
  ["required as text", probe({ required: "no" }), "processes.probe.required: expected boolean, got string"],
  ["a line of no bytes", probe({ maxLineBytes: 0 }), "processes.probe.maxLineBytes: expected at least 1"],
  ["a restart as a number", probe({ restart: 3 }), /^processes\.probe\.restart: expected /],
  ["a restart of no attempts", probe({ restart: { attempts: 0 } }), /^processes\.probe\.restart/],
  ["a restart of half an attempt", probe({ restart: { attempts: 1.5 } }), /^processes\.probe\.restart/],
  ["a restart at once", probe({ restart: { delayMs: 0 } }), /^processes\.probe\.restart/],
  [
    "a misspelt field of restart",
    probe({ restart: { delay: 5 } }),
    'processes.probe.restart.delay: unknown field (did you mean "delayMs"?)',
  ],
  [
    "an enabled builtin",
    { builtins: { audit: { enabled: true } } },
    "builtins.audit: a hook built into PicoClaw, which is not available here; disable it, or mount your own",
  ],
  [
    "a builtin with a wrong field",
    { builtins: { audit: { enabled: 1 } } },
    "builtins.audit.enabled: expected boolean, got number",
  ],
];

describe("an invalid config", () => {
  test.each(WRONG)("with %s is rejected, and the path is named", async (_, config, message) => {
    const error = await HookManager.start(config as HooksConfig).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(HooksConfigError);
    expect((error as Error).name).toBe("HooksConfigError");
    if (typeof message === "string") expect((error as Error).message).toContain(message);
    else expect((error as Error).message).toMatch(message);
  });

  test("with several faults names all of them", async () => {
    const processes = { a: { ...HOOK, command: [] }, b: { ...HOOK, intercept: [] } };
    const config = { processes, builtins: { audit: { enabled: true } } };
    await expect(HookManager.start(config as unknown as HooksConfig)).rejects.toThrow(
      /^builtins\.audit: .*\nprocesses\.a\.command: .*\nprocesses\.b: /,
    );
  });

  test("is reported without its values", async () => {
    const config = { defaults: { approval_timeout_ms: "s3cret" }, processes: { a: { transport: "s3cret" } } };
    await expect(HookManager.start(config as unknown as HooksConfig)).rejects.not.toThrow(/s3cret/);
  });

  test("starts no process", async () => {
    const config = { processes: { good: puppet({ env: { HELLO: '{"exit":9}' } }), bad: { enabled: true } } };
    await expect(HookManager.start(config)).rejects.toBeInstanceOf(HooksConfigError);
  });
});

describe("PicoClaw's own configs are accepted", () => {
  const pages = ["../../../../docs/picoclaw.md", "../../../../docs/authoring.md"];
  const configs = pages.flatMap((page) => {
    const text = readFileSync(new URL(page, import.meta.url), "utf8");
    const blocks = [...text.matchAll(/```json\n(.*?)```/gs)].map(([, json]) => JSON.parse(json as string));
    return blocks.filter((block) => "hooks" in block).map((block) => [page.slice(12), block.hooks] as const);
  });

  test("the docs contain some", () => {
    expect(new Set(configs.map(([page]) => page))).toEqual(new Set(["docs/picoclaw.md"]));
  });

  test.each(configs)("from %s", (_, hooks) => {
    const { processes, timeouts } = readConfig(hooks);
    expect(processes.length).toBeGreaterThan(0);
    expect(timeouts).toEqual({ interceptMs: 5000, approveMs: 56_000 });
  });

  test("with a disabled builtin that has no config", () => {
    expect(readConfig({ builtins: { audit: { enabled: false } } }).processes).toEqual([]);
  });

  test("with every field", () => {
    const settings = readConfig({
      enabled: true,
      defaults: { observer_timeout_ms: 1, interceptor_timeout_ms: 2, approval_timeout_ms: 3 },
      builtins: { audit: { enabled: false, priority: 1, config: { path: "x" } } },
      processes: {
        probe: {
          enabled: true,
          priority: -5,
          transport: "stdio",
          command: ["node", "hook.js"],
          dir: "/srv",
          env: { A: "1" },
          observe: ["turn_end", "agent.tool.exec_end"],
          intercept: ["after_tool", "before_llm"],
        },
      },
    });
    expect(settings).toEqual({
      timeouts: { interceptMs: 2, approveMs: 3 },
      notEnabled: [],
      processes: [
        {
          name: "probe",
          priority: -5,
          command: ["node", "hook.js"],
          cwd: "/srv",
          env: { A: "1" },
          modes: ["observe", "llm", "tool"],
          kinds: new Set(["agent.turn.end", "agent.tool.exec_end"]),
          onFailure: undefined,
          restart: { delayMs: 100, maxDelayMs: 10_000, attempts: 5 },
          maxLineBytes: 1_048_576,
          required: true,
        },
      ],
    });
  });

  test.each([
    ["empty texts", { transport: "", dir: "" }],
    ["null lists beside a point", { observe: null }],
  ])("with %s for missing fields", (_, changes) => {
    const [settings] = readConfig(probe(changes)).processes;
    expect(settings).toMatchObject({ cwd: undefined, modes: ["approve"], kinds: new Set() });
  });

  test.each([undefined, {}, { enabled: true }, { processes: {} }])("without a process: %j", (config) => {
    expect(readConfig(config ?? {}).processes).toEqual([]);
  });
});

describe("enabled", () => {
  test("set to false for all starts nothing and only checks the form", () => {
    const off = { enabled: false, builtins: { audit: { enabled: true } }, processes: { probe: { enabled: true } } };
    expect(readConfig(off)).toMatchObject({ processes: [], notEnabled: [] });
  });

  test("missing skips a process, as PicoClaw does, and reports it", async () => {
    const { manager, reports } = await startManager({ processes: { silent: { command: ["false"] } } });
    expect(manager.status()).toEqual([]);
    expect(reports).toEqual([
      {
        hook: "silent",
        kind: "not-enabled",
        message: 'it is not started: PicoClaw starts only processes with "enabled": true',
      },
    ]);
  });
});

describe("our own fields", () => {
  test.each([
    [undefined, { delayMs: 100, maxDelayMs: 10_000, attempts: 5 }],
    [true, { delayMs: 100, maxDelayMs: 10_000, attempts: 5 }],
    [{}, { delayMs: 100, maxDelayMs: 10_000, attempts: 5 }],
    [{ attempts: 1 }, { delayMs: 100, maxDelayMs: 10_000, attempts: 1 }],
    [
      { delayMs: 1, maxDelayMs: 2 },
      { delayMs: 1, maxDelayMs: 2, attempts: 5 },
    ],
    [false, undefined],
  ])("restart %j is %j", (restart, plan) => {
    expect(readConfig(probe({ restart })).processes[0]?.restart).toEqual(plan);
  });
});
