import { describe, expect, it } from "vitest";
import { asked, WITHHELD } from "../../../test/command-hosts/asked.js";
import { payloadOf } from "../../../test/command-hosts/recordings.js";
import {
  approve,
  ask,
  type CopilotHandlers,
  compose,
  defineHook,
  type FailurePolicy,
  type Hook,
  modify,
} from "../../index.js";

const shell = payloadOf("copilot", "preToolUse", { toolName: "bash", toolArgs: { command: "ls" } });
const prompt = payloadOf("copilot", "userPromptSubmitted");
const result = payloadOf("copilot", "postToolUse");
const denial = (reason: unknown) => ({ permissionDecision: "deny", permissionDecisionReason: reason });
const blocked = (reason: unknown) => ({ decision: "block", reason });

const native = (handlers: CopilotHandlers<{}>, fields: Partial<Hook> = {}): Hook =>
  defineHook({ name: "own", ...fields, native: { copilot: handlers } } as never);
/** Returns a hook that gives this answer at an event. */
const says = (event: string, answer: unknown, fields: Partial<Hook> = {}) =>
  native({ [event]: () => answer } as CopilotHandlers<{}>, fields);

describe("a native answer to Copilot CLI", () => {
  it.each<[string, string, object]>([
    ["context", "userPromptSubmitted", { additionalContext: "It is Monday." }],
    ["another prompt", "userPromptSubmitted", { modifiedPrompt: "x" }],
    ["another prompt for the model", "userPromptTransformed", { modifiedTransformedPrompt: "x" }],
    ["an allow", "preToolUse", { permissionDecision: "allow" }],
    ["an allow of a request", "permissionRequest", { behavior: "allow" }],
    ["a denial that ends the turn", "permissionRequest", { behavior: "deny", message: "no", interrupt: true }],
    ["a denial with context", "preToolUse", { ...denial("no"), additionalContext: "ask again tomorrow" }],
    ["a result", "postToolUse", { modifiedResult: { resultType: "failure", textResultForLlm: "" } }],
    ["a block of a result", "postToolUse", blocked("no")],
    ["guidance after a failure", "postToolUseFailure", { additionalContext: "try b.txt" }],
    ["a request to continue", "agentStop", blocked("test it, too")],
    ["another response of a sub-agent", "subagentStop", { modifiedResponse: "x" }],
  ])("%s is sent unchanged", async (_title, event, answer) => {
    const { document, failures } = await asked(says(event, answer), payloadOf("copilot", event));
    expect({ document, failures }).toEqual({ document: answer, failures: [] });
  });

  it("a denial without a reason gets a default reason", async () => {
    expect((await asked(says("preToolUse", { permissionDecision: "deny" }), shell)).document).toEqual(denial("denied"));
    const request = payloadOf("copilot", "permissionRequest");
    expect((await asked(says("permissionRequest", { behavior: "deny" }), request)).document).toEqual({
      behavior: "deny",
      message: "denied",
    });
  });
});

describe("an invalid native answer", () => {
  it.each<[string, unknown]>([
    ["a misspelt key", { desicion: "block" }],
    ["the key of another event", { permissionDecision: "deny" }],
    ["the form of the PascalCase names", { hookSpecificOutput: { additionalContext: "x" } }],
    ["a decision that Copilot CLI ignores", { decision: "deny" }],
    ["an empty text instead of the prompt", { modifiedPrompt: "" }],
  ])("%s is a failure that names it, and denies under block", async (_title, answer) => {
    const hook = (onFailure: FailurePolicy) => says("userPromptSubmitted", answer, { onFailure });
    const failed = await asked(hook("block"), prompt);
    expect(failed.document).toEqual(
      blocked(
        expect.stringMatching(
          /^hook "own" .* at native\.copilot\.userPromptSubmitted \(id [0-9a-f]{8}\); to find out why, look for this id on the hook's stderr$/,
        ),
      ),
    );
    expect(failed.failures).toHaveLength(1);
    expect(await asked(hook("continue"), prompt)).toMatchObject({ text: undefined, failures: [{}] });
  });

  it.each(["preMcpToolCall", "sessionEnd", "preCompact", "errorOccurred"])("is any answer at %s", async (event) => {
    const noted = says(event, { additionalContext: "x" }, { onFailure: "block" });
    const { text, failures } = await asked(noted, payloadOf("copilot", event));
    expect({ text, failures }).toMatchObject({ text: undefined, failures: [{ kind: "invalid-decision" }] });
  });

  it("is a result that is only a text: Copilot CLI would keep the old result", async () => {
    const answer = { modifiedResult: "x" };
    const { document } = await asked(says("postToolUse", answer, { onFailure: "block" }), result);
    expect(document).toEqual(blocked(expect.stringMatching(WITHHELD)));
  });

  it("is a change of arguments after an approval: approveTool has not seen the new ones", async () => {
    const answer = { modifiedArgs: { command: "rm -rf /" } };
    const guarded = says("preToolUse", answer, { onFailure: "block", approveTool: () => approve() });
    expect(await asked(guarded, shell)).toMatchObject({
      document: denial(expect.any(String)),
      failures: [{ message: expect.stringContaining("change the arguments in beforeTool") }],
    });
    expect((await asked(says("preToolUse", answer), shell)).document).toEqual(answer);
  });

  it.each(["agentStop", "subagentStop"])(
    "is a block of %s without a reason: there is no prompt to continue with",
    async (event) => {
      const { text, failures } = await asked(says(event, { decision: "block" }), payloadOf("copilot", event));
      expect({ text, failures }).toMatchObject({ text: undefined, failures: [{ kind: "unsupported" }] });
    },
  );
});

describe("native answers of several members", () => {
  it("joins contexts with a newline, in order", async () => {
    const [a, b] = ["one", "two"].map((text) => says("userPromptSubmitted", { additionalContext: text }));
    const { document } = await asked(compose(a as Hook, b as Hook), prompt);
    expect(document).toEqual({ additionalContext: "one\ntwo" });
  });

  it("sends a denial first, at any position, and keeps contexts", async () => {
    const context = says("preToolUse", { additionalContext: "one", permissionDecision: "allow" });
    const no = says("preToolUse", denial("no"));
    for (const hook of [compose(context, no), compose(no, context)]) {
      expect((await asked(hook, shell)).document).toEqual({ ...denial("no"), additionalContext: "one" });
    }
  });

  it("asks a person rather than allowing, at any position", async () => {
    const allow = says("preToolUse", { permissionDecision: "allow" });
    const asks = defineHook({ name: "asks", approveTool: () => ask("sure?") });
    const context = says("preToolUse", { additionalContext: "x" });
    for (const hook of [compose(context, allow, asks), compose(asks, context, allow)]) {
      expect((await asked(hook, shell)).document).toEqual({
        permissionDecision: "ask",
        permissionDecisionReason: "sure?",
        additionalContext: "x",
      });
    }
  });

  it("continues rather than stopping", async () => {
    const stops = says("agentStop", { decision: "allow" });
    const goes = says("agentStop", blocked("more"));
    for (const hook of [compose(stops, goes), compose(goes, stops)]) {
      expect((await asked(hook, payloadOf("copilot", "agentStop"))).document).toEqual(blocked("more"));
    }
  });

  it("sends the later of two rewrites of one field: it is based on the earlier", async () => {
    const redacts = defineHook({ name: "redacts", afterTool: () => modify({ result: "[gone]" }) });
    const rewrites = says("postToolUse", { modifiedResult: { resultType: "success", textResultForLlm: "x" } });
    const { document, failures } = await asked(compose(redacts, rewrites), result);
    expect(document).toEqual({ modifiedResult: { resultType: "success", textResultForLlm: "x" } });
    expect(failures).toEqual([]);
  });
});
