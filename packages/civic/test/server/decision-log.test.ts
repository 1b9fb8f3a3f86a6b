import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { approve, defineHook, defineTool, deny, modify } from "@agent-hook/sdk";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { serveCivic } from "../../src/index.js";
import { inputOf, METHOD_NAMES, type MethodName } from "../civic/inputs.js";
import { post } from "../civic/post.js";

let state: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), "civic-log-"));
  vi.stubEnv("XDG_STATE_HOME", state);
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(state, { recursive: true });
});

/** Serves a hook, calls methods, and returns the answers and the lines in the log. */
async function logged(
  hook: Parameters<typeof serveCivic>[0],
  ...calls: readonly (MethodName | [MethodName, unknown])[]
) {
  const server = await serveCivic(hook, { port: 0 });
  const answers: string[] = [];
  for (const call of calls) {
    const [method, input] = typeof call === "string" ? [call, inputOf(call)] : call;
    answers.push(JSON.stringify((await post(server.url, method, input)).body));
  }
  await server.stop();
  const folder = join(state, "agent-hook", "decisions");
  const lines = (existsSync(folder) ? readdirSync(folder) : []).flatMap((name) =>
    readFileSync(join(folder, name), "utf8").trimEnd().split("\n"),
  );
  return { answers, records: lines.filter((line) => line !== "").map((line) => JSON.parse(line)) };
}

const CALL = { host: { name: "civic" }, point: "beforeTool", event: "processCallToolRequest", tool: "echo", call: "1" };

describe("the log of a hook that serveCivic serves", () => {
  it("has each decision on a call and on its result, with its rule", async () => {
    const hook = defineHook({
      name: "guard",
      beforeTool: () => modify({ arguments: { text: "ho" } }, { rule: "louder" }),
      approveTool: ({ arguments: { text } }) => (text === "ho" ? deny("not so loud", { rule: "quiet" }) : approve()),
      afterTool: () => {},
    });
    const { records } = await logged(hook, "processCallToolRequest", "processCallToolResult");
    expect(records).toMatchObject([
      { ...CALL, hook: "guard", decision: "deny", reason: "not so loud", rule: "quiet", arguments: { text: "hi" } },
      { point: "afterTool", event: "processCallToolResult", decision: "none" },
    ]);
    expect(records[0].session).toBe("s");
  });

  it("has a failure under the id that the client reads, with its cause", async () => {
    const hook = defineHook({
      name: "broken",
      onFailure: "block",
      beforeTool() {
        throw new Error("the disk is gone");
      },
    });
    const { answers, records } = await logged(hook, "processCallToolRequest");
    expect(records).toMatchObject([
      { ...CALL, decision: "deny", failure: { kind: "threw", cause: expect.stringContaining("the disk is gone") } },
    ]);
    expect(answers[0]).toContain(`npx agent-hook why ${records[0].id}`);
  });

  it("has a failure of a native handler and of a call that cannot be read, whatever the policy is", async () => {
    const native = {
      civic: {
        processListToolsRequest() {
          throw new Error("no list");
        },
      },
    };
    for (const [onFailure, decision] of [
      ["block", "deny"],
      ["continue", "none"],
    ] as const) {
      const { records } = await logged(defineHook({ name: "native", onFailure, native }), "processListToolsRequest");
      expect(records.at(-1)).toMatchObject({ decision, failure: { kind: "threw" }, event: "processListToolsRequest" });
    }
  });

  it("has the answer of a native handler", async () => {
    const request = { method: "prompts/get", params: { name: "other" } };
    const native = { civic: { processOtherRequest: () => ({ resultType: "continue" as const, request }) } };
    const { records } = await logged(defineHook({ name: "native", native }), "processOtherRequest");
    expect(records).toMatchObject([{ event: "processOtherRequest", decision: "native", hook: "native" }]);
  });

  it("has a call of the hook's own tool", async () => {
    const input = z.object({ text: z.string() });
    const tool = defineTool({ name: "echo", description: "Says hi", input, run: () => "hi" });
    const { records } = await logged(defineHook({ name: "tools", tools: [tool] }), "processCallToolRequest");
    expect(records).toMatchObject([{ ...CALL, decision: "respond" }]);
  });

  it("has nothing of methods on which the hook does not decide", async () => {
    const { records } = await logged(defineHook({ name: "idle", onEvent() {} }), ...METHOD_NAMES);
    expect(records).toEqual([]);
  });

  it("is off with AGENT_HOOK_LOG=off", async () => {
    vi.stubEnv("AGENT_HOOK_LOG", "off");
    const hook = defineHook({ name: "guard", beforeTool: () => deny("no") });
    expect((await logged(hook, "processCallToolRequest")).records).toEqual([]);
  });
});
