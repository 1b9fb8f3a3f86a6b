import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { approve, defineHook, defineTool, deny, modify, type ToolFilter } from "@agent-hook/sdk";
import { hosts } from "@agent-hook/sdk/hosts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { closeAll } from "../../src/engine/close-at-exit.js";
import { openGuard } from "../../src/engine/open-guard.js";
import type { ToolKinds } from "../../src/engine/tool-kind.js";
import { openHooks } from "../open-hooks.js";

const AI = hosts["ai-sdk"];

describe("openGuard", () => {
  const errors = openHooks();

  it("opens a hook once, and closes it once", async () => {
    const steps: string[] = [];
    const hook = defineHook({
      name: "steps",
      setup: () => void steps.push("setup"),
      teardown: () => void steps.push("teardown"),
      beforeTool: () => {},
    });
    const [one, other] = await Promise.all([openGuard(hook, AI), openGuard(hook, AI)]);
    expect([one === other, steps]).toEqual([true, ["setup"]]);
    await closeAll();
    await closeAll();
    expect(steps).toEqual(["setup", "teardown"]);
  });

  it("rejects if setup fails, and tries again the next time", async () => {
    let ready = false;
    const hook = defineHook({
      name: "late",
      setup() {
        if (!ready) throw new Error("no database");
      },
      beforeTool: () => {},
    });
    await expect(openGuard(hook, AI)).rejects.toThrow(/hook "late" threw an error at setup/);
    ready = true;
    await expect(openGuard(hook, AI)).resolves.toBeDefined();
  });

  it("denies a call that cannot be read if the hook has approveTool, whatever its policy is", async () => {
    const guard = await openGuard(defineHook({ name: "guard", approveTool: () => approve() }), AI);
    expect(await guard.toolCall("tool call", () => JSON.parse("{"))).toMatchObject({ action: "deny" });
  });

  it("rejects an invalid hook with what is wrong", async () => {
    await expect(openGuard({ name: "x", beforTool() {} } as never, AI)).rejects.toThrow(/beforTool/);
  });

  it("rejects a guard whose filter can match no tool of a framework", async () => {
    const approveTool = () => deny("no");
    const guardOf = (toolFilter: ToolFilter) => openGuard(defineHook({ name: "guard", toolFilter, approveTool }), AI);
    await expect(guardOf({ kinds: ["mcp", "plugin"] })).rejects.toThrow(/guard.*approveTool.*no kind mcp or plugin/);
    await expect(guardOf({ kinds: ["mcp"], names: ["pay"] })).resolves.toBeDefined();
    const watcher = defineHook({ name: "watcher", toolFilter: { kinds: ["mcp"] }, afterTool: () => {} });
    await expect(openGuard(watcher, AI)).resolves.toBeDefined();
  });

  it("names the agent's tools if a guard matches none of them, or names one in another spelling", async () => {
    const filtered = (toolFilter: ToolFilter, names: string[], toolKinds?: ToolKinds) =>
      openGuard(defineHook({ name: "guard", toolFilter, approveTool: () => deny("no") }), AI).then((guard) =>
        guard.checkTools({ names, of: "agent" }, toolKinds),
      );
    const bash = { names: ["Bash"] };
    await expect(filtered(bash, ["look", "b_ash"])).rejects.toThrow(
      /has the names Bash, but .* called b_ash\. Names are/,
    );
    await expect(filtered({ names: ["Pay", "refund"] }, ["pay", "refund"])).rejects.toThrow(
      /names Pay, .* called pay\./,
    );
    await expect(filtered({ names: ["transfer"] }, ["pay", "look"])).rejects.toThrow(/no tool: .* called pay, look$/);
    const search: ToolFilter = { kinds: ["search"], names: ["transfer"] };
    await expect(filtered(search, ["pay"])).rejects.toThrow(/matches no tool: .* called pay$/);
    await expect(filtered({ kinds: ["shell"] }, ["read_file"])).rejects.toThrow("have no kind shell");
    await expect(filtered({ kinds: ["shell"] }, ["pay"], { pay: "other" })).rejects.toThrow("have no kind shell");
    await filtered(bash, []);
    await filtered(bash, ["bash", "Bash"]);
    await filtered({ names: ["Bash", "bash"] }, ["bash"]);
    await filtered({ kinds: ["shell"], names: ["Bash"] }, ["bash"]);
    await filtered(search, ["pay"], { pay: "search" });
    // The arguments of a call decide.
    for (const kind of ["shell", "read", "write", "edit", "fetch", "other"] as const) {
      await filtered({ kinds: [kind] }, ["pay"]);
    }
  });

  it("warns once of a guard that may never be asked, and names toolKinds", async () => {
    const filtered = (name: string, toolFilter: ToolFilter) =>
      openGuard(defineHook({ name, toolFilter, approveTool: () => deny("no") }), AI);
    const schemaOf = () => z.object({ action: z.object({ command: z.string() }).optional() });
    const json = { properties: { request: { anyOf: [{ type: "null" }, { properties: { cmd: {} } }] } } };
    const quiet = await filtered("quiet", { kinds: ["shell"] });
    quiet.checkTools({ names: ["go", "look"], of: "agent", schemaOf });
    quiet.checkTools({ names: ["go"], of: "run", schemaOf: () => json });
    quiet.checkTools({ names: ["pay"], of: "some" });
    quiet.checkTools({ names: ["work"], of: "agent" }, { work: "shell" });
    (await filtered("named", { kinds: ["shell"], names: ["pay"] })).checkTools({ names: ["pay"], of: "agent" });
    (await filtered("others", { kinds: ["other"] })).checkTools({ names: ["pay"], of: "agent" });
    expect(errors).toEqual([]);
    const loud = await filtered("loud", { kinds: ["shell"] });
    for (const _ of "twice") loud.checkTools({ names: ["work", "look"], of: "agent", schemaOf: () => z.object({}) });
    expect(errors.join("").match(/loud.*\n/g)).toEqual([
      expect.stringMatching(
        /approveTool may never be asked.* of kind shell: work, look\. .*toolKinds: { NAME: "shell" }/,
      ),
    ]);
    await expect(async () => loud.checkTools({ names: ["read_file"], of: "agent" })).rejects.toThrow("or `toolKinds`");
  });

  it("accepts that tools lack which may come later, but no other spelling of a tool", async () => {
    const hook = defineHook({ name: "guard", toolFilter: { names: ["Bash"] }, approveTool: () => deny("no") });
    const guard = await openGuard(hook, AI);
    guard.checkTools({ names: ["look"], of: "some" }, { run: "shell" });
    guard.checkTools({ names: ["Bash"], of: "run" }, { run: "shell" });
    expect(() => guard.checkTools({ names: ["bash"], of: "some" })).toThrow("called bash");
    for (const of of ["some", "run", "agent"] as const) {
      expect(() => guard.checkTools({ names: ["Bash"], of }, { bash: "shell" })).toThrow(
        'no tool "bash": its tools are',
      );
    }
  });

  it("rejects toolKinds without such a tool, or with a kind that does not exist", async () => {
    const hook = defineHook({ name: "watch", beforeTool: () => {} });
    const guard = await openGuard(hook, AI);
    expect(() => guard.checkTools({ names: ["pay"], of: "agent" }, { run: "shell" })).toThrow(
      'toolKinds: this agent has no tool "run": its tools are called pay',
    );
    guard.checkTools({ names: ["pay"], of: "agent" }, { pay: "shell" });
    for (const kind of ["Shell", undefined, 1]) {
      await expect(openGuard(hook, AI, { pay: kind } as never)).rejects.toThrow(
        'toolKinds: expected for "pay" one of shell, read, ',
      );
    }
  });

  it("warns of handlers and tools that the framework never calls", async () => {
    const tool = defineTool({ name: "hi", description: "Hi", input: z.object({}), run: () => "hi" });
    await openGuard(defineHook({ name: "many", onPrompt: () => {}, beforeTool: () => {}, tools: [tool] }), AI);
    expect(errors.join("")).toMatch(/ai-sdk never calls onPrompt of this hook[\s\S]*not offered the hook's own tools/);
    expect(errors.join("")).not.toContain("beforeTool");
  });
});

describe("the decision log of a framework", () => {
  openHooks();
  let state: string;
  beforeEach(() => {
    state = mkdtempSync(join(tmpdir(), "frameworks-log-"));
    vi.stubEnv("AGENT_HOOK_LOG", "on");
    vi.stubEnv("XDG_STATE_HOME", state);
  });
  afterEach(() => rmSync(state, { recursive: true }));

  const call = () => ({
    id: "1",
    tool: "pay",
    kind: "other" as const,
    arguments: { euros: 5 },
    sessionId: "s",
    origin: {},
    raw: {},
  });

  it("has each decision with its rule, and each failure under the id that the model reads", async () => {
    const hook = defineHook({
      name: "guard",
      onFailure: "block",
      beforeTool: () => modify({ arguments: { euros: 1 } }, { rule: "cap" }),
      approveTool: () => deny("no", { rule: "never" }),
      afterTool: () => JSON.parse("{"),
    });
    const guard = await openGuard(hook, AI);
    await guard.toolCall("tool call", call);
    const change = await guard.toolResult("tool result", () => ({ ...call(), result: { forLlm: "paid" } }));
    const unreadable = await guard.toolCall("tool call", () => JSON.parse("{"));
    await closeAll();
    const folder = join(state, "agent-hook", "decisions");
    const lines = (existsSync(folder) ? readdirSync(folder) : []).flatMap((name) =>
      readFileSync(join(folder, name), "utf8").trimEnd().split("\n"),
    );
    const records = lines.map((line) => JSON.parse(line));
    expect(records).toMatchObject([
      { host: { name: "ai-sdk" }, hook: "guard", point: "beforeTool", event: "tool call", tool: "pay", rule: "never" },
      { point: "afterTool", decision: "deny", failure: { kind: "threw" } },
      { point: "beforeTool", decision: "deny", failure: { kind: "undecodable" } },
    ]);
    expect(records[0]).toMatchObject({ decision: "deny", session: "s", call: "1" });
    expect(change?.text).toContain(records[1].id);
    expect(unreadable).toMatchObject({ action: "deny", reason: expect.stringContaining(records[2].id) });
  });

  it("has nothing of points that the hook does not handle", async () => {
    const guard = await openGuard(defineHook({ name: "idle", beforeLlm: () => {} }), AI);
    await guard.toolCall("tool call", call);
    await guard.toolResult("tool result", () => ({ ...call(), result: { forLlm: "paid" } }));
    await closeAll();
    expect(existsSync(join(state, "agent-hook", "decisions"))).toBe(false);
  });
});
