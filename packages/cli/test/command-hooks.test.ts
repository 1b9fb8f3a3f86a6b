import { HOST_EVENTS, parseLauncherCommand } from "@agent-hook/sdk/launcher";
import { describe, expect, it } from "vitest";
import { type HookSummary, parseHost } from "../src/host-config/index.js";
import { installClaude } from "./installed-claude.js";

type Json = Record<string, unknown>;

const HOSTS = ["claude-code", "codex", "gemini", "copilot"] as const;
type Host = (typeof HOSTS)[number];

const COMMAND = ["/opt/node", "/srv/hook.js"];
const guard: HookSummary = {
  name: "guard",
  points: ["approveTool"],
  tools: [],
  onFailure: "block",
  hosts: [...HOSTS, "mcp"],
  deadlines: { interceptMs: 4500, approveMs: 55_000, oneCallMs: 4500 },
};
const observer: HookSummary = { ...guard, name: "log", points: ["onEvent"], onFailure: "continue" };
const weather: HookSummary = {
  ...observer,
  name: "weather",
  points: ["beforeLlm", "beforeTool"],
  forTools: ["beforeLlm", "beforeTool"],
  tools: [{ name: "get_weather" }],
};

const BEFORE = { "claude-code": "PreToolUse", codex: "PreToolUse", gemini: "BeforeTool", copilot: "preToolUse" };

function build(host: Host, hook: HookSummary, more: Json = {}) {
  return parseHost(host).format.build(hook, { name: hook.name, command: COMMAND, launcher: "/srv/guard.sh", ...more });
}

const notes = (host: Host, hook: HookSummary) => build(host, hook).notes.join("\n");
const eventsOf = (host: Host, hook: HookSummary) => Object.keys((build(host, hook).config.hooks ?? {}) as Json);

function entryAt(host: Host, hook: HookSummary, event: string): Json {
  const lists = build(host, hook).config.hooks as Record<string, readonly [Json & { hooks?: readonly [Json] }]>;
  const [item] = lists[event] as readonly [Json & { hooks?: readonly [Json] }];
  return item.hooks?.[0] ?? item;
}

const launched = ({ command, bash }: Json) => parseLauncherCommand(String(command ?? bash));

const OPT_IN_EVENTS: { readonly [H in Host]?: string[] } = {
  gemini: ["PreCompress"],
  codex: ["PreModelRequest"],
  "claude-code": ["WorktreeCreate"],
};

describe("the events of a hook in a config", () => {
  it.each<[HookSummary["points"][number], Record<Host, readonly string[]>]>([
    [
      "beforeTool",
      { "claude-code": ["PreToolUse"], codex: ["PreToolUse"], gemini: ["BeforeTool"], copilot: ["preToolUse"] },
    ],
    [
      "approveTool",
      { "claude-code": ["PreToolUse"], codex: ["PreToolUse"], gemini: ["BeforeTool"], copilot: ["preToolUse"] },
    ],
    [
      "afterTool",
      {
        "claude-code": ["PostToolUse", "PostToolUseFailure"],
        codex: ["PostToolUse"],
        gemini: ["AfterTool"],
        copilot: ["postToolUse", "postToolUseFailure"],
      },
    ],
    [
      "onPrompt",
      {
        "claude-code": ["UserPromptSubmit"],
        codex: ["UserPromptSubmit"],
        gemini: ["BeforeAgent"],
        copilot: ["userPromptSubmitted"],
      },
    ],
  ])("are exactly those of its points: %s", (point, expected) => {
    const hook = { ...observer, points: [point] };
    expect(Object.fromEntries(HOSTS.map((host) => [host, eventsOf(host, hook)]))).toEqual(expected);
  });

  it("include model events only for Gemini CLI; other hosts get a note", () => {
    const redactor: HookSummary = { ...guard, points: ["beforeLlm", "afterLlm", "afterTool"] };
    expect(eventsOf("gemini", redactor).sort()).toEqual(["AfterModel", "AfterTool", "BeforeModel"]);
    expect(notes("gemini", redactor)).not.toContain("no such event");
    for (const host of ["claude-code", "codex", "copilot"] as const) {
      expect(notes(host, redactor)).toContain(
        'never calls "guard" for beforeLlm and afterLlm, because it has no such event.',
      );
      expect(() => build(host, { ...redactor, points: ["beforeLlm"] })).toThrow("handles no events of");
    }
  });

  it.each(HOSTS)(
    "include, with onEvent, all events of %s without a point and prompts, except those that do more than notify",
    (host) => {
      const eventNames = Object.entries(HOST_EVENTS[host] ?? {}).flatMap(([event, { point }]) =>
        point === undefined || point === "onPrompt" ? [event] : [],
      );
      const optIn = OPT_IN_EVENTS[host] ?? [];
      expect(eventsOf(host, observer)).toEqual(eventNames.filter((event) => !optIn.includes(event)));
      expect(eventNames).toEqual(expect.arrayContaining(optIn));
    },
  );

  it("are only those of the kinds that a hook names", () => {
    const events = ["session.start", "tool.end", "turn.end", "gateway.ready"];
    expect(Object.fromEntries(HOSTS.map((host) => [host, eventsOf(host, { ...observer, events })]))).toEqual({
      "claude-code": ["PostToolUse", "PostToolUseFailure", "Stop", "SessionStart"],
      codex: ["PostToolUse", "SessionStart", "Stop"],
      gemini: ["AfterTool", "AfterAgent", "SessionStart"],
      copilot: ["postToolUse", "postToolUseFailure", "sessionStart", "agentStop"],
    });
    const both: HookSummary = { ...observer, points: ["beforeTool", "onEvent"], events: ["turn.end"] };
    expect(eventsOf("codex", both)).toEqual(["PreToolUse", "Stop"]);
    expect(() => build("codex", { ...observer, events: ["gateway.ready"] })).toThrow("handles no events of Codex");
  });

  it("include an event that does more than notify if the hook names its kind, with a warning", () => {
    const modelCalls = { ...observer, events: ["llm.request"] };
    expect(eventsOf("codex", modelCalls)).toEqual(["PreModelRequest"]);
    expect(notes("codex", modelCalls)).toContain("Warning: PreModelRequest: ");
  });

  it("include an event that only newer versions have if such a version is installed; otherwise a note says so", () => {
    const at = (more: Json) => build("claude-code", guard, more);
    const newest = at({ installed: "2.1.332" });
    expect(Object.keys(newest.config.hooks as Json)).toEqual(["PreToolUse", "PreSkillShellCommand"]);
    const [{ hooks: [entry] = [] }] = (newest.config.hooks as Json).PreSkillShellCommand as [{ hooks?: [Json] }];
    expect(entry).toMatchObject({ onFailure: "block" });
    expect(launched(entry ?? {})).toMatchObject({ event: "PreSkillShellCommand", mode: "block" });
    expect(newest.notes.join("\n")).not.toContain("Warning");
    for (const [more, why] of [
      [{ installed: "2.1.331" }, "Claude Code 2.1.331 does not"],
      [{}, "claude is not on the PATH, so its version is not known"],
    ] as const) {
      expect(Object.keys(at(more).config.hooks as Json)).toEqual(["PreToolUse"]);
      expect(at(more).notes).toContain(
        `Warning: from 2.1.332, Claude Code asks "guard" about the lines !\`command\` of skills and commands; ${why}: update Claude Code, and run this again.`,
      );
    }
    installClaude("nothing like one");
    expect(at({}).notes.join("\n")).toContain("claude did not print its version, so its version is not known");
  });

  it("include the events that the user names, with a warning for one that does more than notify", () => {
    for (const [host, optIn = []] of Object.entries(OPT_IN_EVENTS)) {
      const names = { ...guard, native: { [host]: optIn } };
      expect(eventsOf(host as Host, names)).toEqual(expect.arrayContaining(optIn));
      expect(notes(host as Host, names)).toContain(`Warning: ${optIn[0]}: `);
    }
    const native = { codex: ["Stop"] };
    expect(eventsOf("codex", { ...guard, native })).toEqual(["PreToolUse", "Stop"]);
    expect(notes("codex", { ...guard, native })).not.toContain("Warning");
  });
});

describe("the entry of a hook", () => {
  it("only observes an event that a hook names but does not decide about, also if it blocks elsewhere", () => {
    const watching: HookSummary = { ...guard, points: ["approveTool", "onEvent"], events: ["tool.end", "tool.start"] };
    expect(launched(entryAt("claude-code", watching, "PostToolUse"))?.mode).toBe("continue");
    expect(launched(entryAt("claude-code", watching, "PreToolUse"))?.mode).toBe("block");
  });

  it.each<[Host, Json]>([
    ["claude-code", { statusMessage: "guard", type: "command", timeout: 10, onFailure: "block" }],
    ["codex", { statusMessage: "guard", type: "command", timeout: 10 }],
    ["gemini", { name: "guard", type: "command", timeout: 10_000 }],
    ["copilot", { name: "guard", type: "command", timeoutSec: 10 }],
  ])("runs the launcher with the keys and units of the host: %s", (host, expected) => {
    const event = BEFORE[host];
    const { command, bash, ...rest } = entryAt(host, guard, event);
    expect(rest).toEqual(expected);
    expect(launched({ command, bash })).toEqual({
      launcher: "/srv/guard.sh",
      mode: "block",
      host,
      event,
      seconds: 6,
      command: [...COMMAND, "--host", host === "copilot" ? "copilot/preToolUse" : host],
    });
    expect(command ?? bash).toMatch(/ \|\| printf '%s' '\{.*\}'$/);
  });

  it("asks a process of the hook that stays if the user wants one", () => {
    const { config } = build("claude-code", guard, { resident: true });
    const commands = JSON.stringify(config).match(/guard\.sh' (?:resident-)?(?:block|continue) /g) ?? [];
    expect(new Set(commands)).toEqual(new Set(["guard.sh' resident-block "]));
  });

  it("denies prompts when it is dead only if the hook blocks and handles them", () => {
    const prompts: HookSummary = { ...guard, points: ["onPrompt"] };
    const modeAt = (hook: HookSummary) => launched(entryAt("claude-code", hook, "UserPromptSubmit"))?.mode;
    expect(modeAt(prompts)).toBe("block");
    expect(notes("claude-code", prompts)).toContain('While "guard" is dead or hangs, Claude Code denies every prompt.');
    expect(modeAt({ ...prompts, onFailure: "continue" })).toBe("continue");
  });

  it("has a timeout no longer than Codex allows at the end of a session or a turn", () => {
    for (const event of ["SessionEnd", "Interrupt"]) {
      const { command, bash, ...rest } = entryAt("codex", observer, event);
      expect(rest).toMatchObject({ timeout: 3 });
      expect(launched({ command, bash })).toMatchObject({ seconds: 2, event });
    }
  });

  it("has a timeout longer than the launcher's, which is longer than the hook's", () => {
    const hook: HookSummary = {
      ...guard,
      points: ["approveTool", "afterTool"],
      deadlines: { interceptMs: 1000, approveMs: 8000, oneCallMs: 9000 },
    };
    for (const host of HOSTS) {
      const unit = host === "gemini" ? 1000 : 1;
      const [before = "", after = ""] = eventsOf(host, hook);
      const waits = [before, after].map((event) => {
        const { timeout, timeoutSec, ...entry } = entryAt(host, hook, event);
        return [launched(entry)?.seconds, Number(timeout ?? timeoutSec) / unit];
      });
      expect(waits).toEqual([
        [11, 15],
        [3, 7],
      ]);
    }
  });

  it.each(["claude-code", "copilot"] as const)(
    "of %s continues silently if the hook does, except for approvals",
    (host) => {
      const continuing: HookSummary = { ...observer, points: ["beforeTool", "onEvent"] };
      const [event = "", eventNames = ""] = eventsOf(host, continuing);
      for (const name of [event, eventNames]) {
        const entry = entryAt(host, continuing, name);
        expect(entry.command ?? entry.bash).toMatch(/ \|\| :$/);
        expect(launched(entry)?.mode).toBe("continue");
        expect(entry).not.toHaveProperty("onFailure");
      }
      expect(launched(entryAt(host, { ...continuing, points: ["approveTool"] }, event))?.mode).toBe("block");
      expect(launched(entryAt(host, { ...continuing, onFailure: "block" }, eventNames))?.mode).toBe("continue");
    },
  );

  it("makes the launcher silent and never deny if the hook cannot decide or continues on failure", () => {
    const host = "claude-code";
    const native = { [host]: Object.keys(HOST_EVENTS[host] ?? {}) };
    const all: HookSummary = { ...guard, points: ["onEvent"] };
    for (const event of eventsOf(host, all)) {
      for (const hook of [all, { ...all, onFailure: "continue" as const, native }]) {
        const entry = entryAt(host, hook, event);
        expect([event, launched(entry)?.mode]).toEqual([event, "continue"]);
        expect(entry.command).toMatch(/ \|\| :$/);
        expect(entry).not.toHaveProperty("onFailure");
      }
      expect(launched(entryAt(host, { ...all, native }, event))?.mode).toBe("block");
    }
  });

  it("is rejected for a path that no shell can pass on", () => {
    for (const path of ["/srv/a\\b.js", "/srv/a\nb.js"])
      expect(() => build("claude-code", guard, { command: ["/opt/node", path] })).toThrow(
        "which no host's shell passes",
      );
  });
});

describe("a hook", () => {
  it("that the host cannot use is rejected with an explanation", () => {
    const host = "claude-code";
    const { deadlines: _none, ...plain } = guard;
    expect(() => build(host, plain)).toThrow("which have a manifest: remove --intercept and --observe");
    expect(() => build(host, { ...guard, hosts: ["picoclaw"] })).toThrow(
      /"guard" was built with an SDK that does not support/,
    );
    expect(() => build(host, { ...guard, points: [] })).toThrow(/"guard" handles no events of .*/);
  });

  it("whose points concern only its own tools gets no entry at them, only a server for the tools", () => {
    expect(() => build("claude-code", weather)).toThrow(
      "claude mcp add --scope user weather -- /opt/node /srv/hook.js --host mcp",
    );
    expect(() => build("codex", weather)).toThrow(
      '[mcp_servers."weather"]\ncommand = "/opt/node"\nargs = ["/srv/hook.js","--host","mcp"]',
    );
    expect(() => build("copilot", weather)).toThrow('"weather":{"type":"local","command":"/opt/node"');
    expect(build("gemini", weather).config).toEqual({
      mcpServers: { weather: { command: "/opt/node", args: ["/srv/hook.js", "--host", "mcp"] } },
    });
    expect(notes("codex", { ...weather, points: ["afterTool"], hosts: ["codex"] })).toContain("does not serve MCP");
  });

  it("that runs from npx's cache gets a warning", () => {
    const launcher = "/home/me/.npm/_npx/1/node_modules/x/guard.sh";
    expect(build("codex", guard, { launcher }).notes.join("\n")).toContain("install agent-hook");
  });

  it("is reported as inactive until trusted for Codex, and as active for the other hosts", () => {
    const inactiveNotes = HOSTS.map((host) => parseHost(host).format.inactive?.("guard") ?? "");
    expect(inactiveNotes.map((text) => text.startsWith("Not active until trusted"))).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });
});
