import { describe, expect, it } from "vitest";
import { asked } from "../../../test/command-hosts/asked.js";
import { payloadOf } from "../../../test/command-hosts/recordings.js";
import {
  approve,
  compose,
  defineHook,
  type FailurePolicy,
  type GeminiHandlers,
  type Hook,
  modify,
} from "../../index.js";
import { EVENT_NAMES } from "./events.js";

const specific = (event: string, output: object) => ({ hookSpecificOutput: { hookEventName: event, ...output } });
const denied = (reason: unknown) => ({ decision: "deny", reason });
const shell = payloadOf("gemini", "BeforeTool", { tool_input: { command: "ls" } });
const prompt = payloadOf("gemini", "BeforeAgent");
const synthetic = { candidates: [{ content: { role: "model", parts: ["hello"] }, finishReason: "STOP" }] };

const native = (handlers: GeminiHandlers<{}>, fields: Partial<Hook> = {}): Hook =>
  defineHook({ name: "own", ...fields, native: { gemini: handlers } } as never);
/** Returns a hook that gives this answer at an event. */
const says = (event: string, answer: unknown, fields: Partial<Hook> = {}) =>
  native({ [event]: () => answer } as GeminiHandlers<{}>, fields);

describe("a native answer to Gemini CLI", () => {
  it.each<[string, string, object]>([
    ["context", "BeforeAgent", specific("BeforeAgent", { additionalContext: "It is Monday." })],
    ["context after a result", "AfterTool", specific("AfterTool", { additionalContext: "x" })],
    [
      "a tool instead of a result",
      "AfterTool",
      specific("AfterTool", { tailToolCallRequest: { name: "read_file", args: { file_path: "a" } } }),
    ],
    [
      "no tools for the model",
      "BeforeToolSelection",
      specific("BeforeToolSelection", { toolConfig: { mode: "ANY", allowedFunctionNames: ["read_file"] } }),
    ],
    [
      "a reply without the model",
      "BeforeModel",
      { ...denied("x"), ...specific("BeforeModel", { llm_response: synthetic }) },
    ],
    ["another try", "AfterAgent", denied("test it, too")],
    ["a stop", "AfterAgent", { continue: false, stopReason: "enough" }],
    ["a context that is cleared", "AfterAgent", specific("AfterAgent", { clearContext: true })],
    ["a warning", "SessionEnd", { systemMessage: "bye" }],
    ["another reply", "AfterModel", specific("AfterModel", { llm_response: synthetic })],
    ["both a denial and a stop", "BeforeTool", { ...denied("no"), continue: false, stopReason: "stop" }],
  ])("%s is sent unchanged", async (_title, event, answer) => {
    const { document, failures } = await asked(says(event, answer), payloadOf("gemini", event));
    expect({ document, failures }).toEqual({ document: answer, failures: [] });
  });

  it("a denial without a reason gets a default reason", async () => {
    expect((await asked(says("BeforeTool", { decision: "block" }), shell)).document).toEqual(denied("denied"));
    expect((await asked(says("BeforeTool", { continue: false }), shell)).document).toEqual({
      continue: false,
      stopReason: "denied",
    });
  });
});

describe("an invalid native answer", () => {
  it.each<[string, unknown]>([
    ["a misspelt key", { desicion: "deny" }],
    ["a decision that waits forever", { decision: "ask", reason: "sure?" }],
    ["a decision without an effect", { decision: "allow" }],
    ["Claude Code's denial", specific("BeforeAgent", { permissionDecision: "deny" })],
    ["another event's name", specific("BeforeTool", { additionalContext: "x" })],
    ["no name of an event", { hookSpecificOutput: { additionalContext: "x" } }],
  ])("%s is a failure that names it, and denies under block", async (_title, answer) => {
    const hook = (onFailure: FailurePolicy) => says("BeforeAgent", answer, { onFailure });
    const blocked = await asked(hook("block"), prompt);
    expect(blocked.document).toEqual(
      denied(
        expect.stringMatching(
          /^hook "own" .* at native\.gemini\.BeforeAgent \(id [0-9a-f]{8}\); to find out why, look for this id on the hook's stderr$/,
        ),
      ),
    );
    expect(blocked.failures).toHaveLength(1);
    expect(await asked(hook("continue"), prompt)).toMatchObject({ text: undefined, failures: [{}] });
  });

  it.each<[string, string, object]>([
    ["a denial of a reply, which lets it through", "AfterModel", denied("no")],
    ["a stop where nothing stops", "SessionStart", { continue: false }],
    ["a denial where nothing is denied", "BeforeToolSelection", denied("no")],
    ["a reply without a denial", "BeforeModel", specific("BeforeModel", { llm_response: synthetic })],
    [
      "a reply without parts",
      "AfterModel",
      specific("AfterModel", { llm_response: { candidates: [{ content: { parts: [] } }] } }),
    ],
    [
      "a reply without candidates",
      "AfterModel",
      specific("AfterModel", { llm_response: { text: "x", candidates: [] } }),
    ],
    [
      "a part that is not a text",
      "AfterModel",
      specific("AfterModel", { llm_response: { candidates: [{ content: { parts: [{ text: "x" }] } }] } }),
    ],
    ["another try without a prompt for it", "AfterAgent", { decision: "deny" }],
    ["context that is not read", "BeforeTool", specific("BeforeTool", { additionalContext: "x" })],
    [
      "an option that is not read",
      "BeforeModel",
      specific("BeforeModel", { llm_request: { config: { stopSequences: [] } } }),
    ],
  ])("%s is a failure", async (_title, event, answer) => {
    const { text, failures } = await asked(says(event, answer, { onFailure: "continue" }), payloadOf("gemini", event));
    expect(text).toBeUndefined();
    expect(failures).toHaveLength(1);
  });

  it("is a change of arguments after an approval: approveTool has not seen the new ones", async () => {
    const answer = specific("BeforeTool", { tool_input: { command: "rm -rf /" } });
    const guarded = says("BeforeTool", answer, { onFailure: "block", approveTool: () => approve() });
    expect(await asked(guarded, shell)).toMatchObject({
      document: denied(expect.any(String)),
      failures: [{ message: expect.stringContaining("change the arguments in beforeTool") }],
    });
    expect((await asked(says("BeforeTool", answer), shell)).document).toEqual(answer);
  });

  it("is reported only on stderr at an event without a denial", async () => {
    for (const event of EVENT_NAMES.filter((name) => !/^(Before|After)(Tool|Model|Agent)$/.test(name))) {
      const { text, failures } = await asked(
        says(event, { later: 1 }, { onFailure: "block" }),
        payloadOf("gemini", event),
      );
      expect({ text, failures }, event).toMatchObject({ text: undefined, failures: [{}] });
    }
  });
});

describe("native answers of several members", () => {
  it("sends a denial first, at any position, without a rewrite", async () => {
    const rewrites = defineHook({ name: "a", beforeTool: () => modify({ arguments: { command: "ls -l" } }) });
    const no = says("BeforeTool", denied("no"));
    for (const hook of [compose(rewrites, no), compose(no, rewrites)]) {
      const { document } = await asked(hook, shell);
      expect(document).toMatchObject(denied("no"));
      expect(JSON.stringify(document)).not.toContain("tool_input");
    }
  });

  it("keeps a stop together with a denial", async () => {
    const stop = says("BeforeTool", { continue: false, stopReason: "enough" });
    const no = says("BeforeTool", denied("no"));
    for (const hook of [compose(stop, no), compose(no, stop)]) {
      expect((await asked(hook, shell)).document).toEqual({ ...denied("no"), continue: false, stopReason: "enough" });
    }
  });

  it("joins contexts with a newline, in order", async () => {
    const [a, b] = ["one", "two"].map((text) =>
      says("BeforeAgent", specific("BeforeAgent", { additionalContext: text })),
    );
    const { document } = await asked(compose(a as Hook, b as Hook), prompt);
    expect(document).toEqual(specific("BeforeAgent", { additionalContext: "one\ntwo" }));
  });

  it("sends the later of two rewrites of one field: it is based on the earlier", async () => {
    const portable = defineHook({ name: "p", beforeTool: () => modify({ arguments: { command: "a" } }) });
    const own = says("BeforeTool", specific("BeforeTool", { tool_input: { command: "b" } }));
    const { document, failures } = await asked(compose(portable, own), shell);
    expect(document).toEqual(specific("BeforeTool", { tool_input: { command: "b" } }));
    expect(failures).toEqual([]);
  });

  it("sends the changes of several members to a request together", async () => {
    const change = (llm_request: object) => says("BeforeModel", specific("BeforeModel", { llm_request }));
    const { document } = await asked(
      compose(change({ model: "a" }), change({ config: { temperature: 0 } })),
      payloadOf("gemini", "BeforeModel"),
    );
    expect(document).toEqual(specific("BeforeModel", { llm_request: { model: "a", config: { temperature: 0 } } }));
  });

  it("rejects a rewrite after a member that has checked the call", async () => {
    const guard = defineHook({ name: "g", onFailure: "block", beforeTool: () => {} });
    const own = says("BeforeTool", specific("BeforeTool", { tool_input: { command: "b" } }));
    const { document, stderr } = await asked(compose(guard, own), shell);
    expect(document).toBeUndefined();
    expect(stderr).toContain("would change the call after its approval");
  });
});
