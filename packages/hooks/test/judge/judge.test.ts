// Loaded before the first call, which has a deadline.
import "@agent-hook/hooks/shell";
import { guardShell, protectFiles } from "@agent-hook/hooks";
import { type JudgeOptions, judge } from "@agent-hook/hooks/judge";
import { approve, compose, defineHook, deny, type Hook } from "@agent-hook/sdk";
import { createTestHost } from "@agent-hook/testing";
import { describe, expect, it } from "vitest";
import { answering, complete, deciding, modelServer } from "./model-server.js";

const NO_ANSWER = "gave no valid answer";

const under = (options: JudgeOptions) => createTestHost(judge({ retries: 0, ...options }), { host: "claude-code" });
const denied = (why: string) => ({
  decision: "deny",
  ran: false,
  failures: [],
  result: expect.stringMatching(new RegExp(`${NO_ANSWER}: [^]*${why}`)),
});

describe("a decision of the model", () => {
  it("applies, and the agent reads its reason", async () => {
    const { model } = await modelServer((response, { body }) => {
      const isDeploy = body.messages.at(-1)?.content.includes("deploy");
      complete(response, JSON.stringify({ decision: isDeploy ? "deny" : "allow", reason: "no deploying on Fridays" }));
    });
    const agent = under({ model });
    expect(await agent.shell("ls", "tea")).toMatchObject({ ran: true, result: "tea", failures: [] });
    expect(await agent.shell("make deploy")).toMatchObject({
      decision: "deny",
      ran: false,
      failures: [],
      reason: expect.stringContaining("no deploying on Fridays"),
    });
  });

  // Codex cannot ask.
  it.each([
    ["claude-code", true],
    ["codex", false],
  ] as const)("can be a question to a person, and a host that cannot ask denies it: %s", async (host, canAsk) => {
    const { model } = await deciding("ask", "is it fine?");
    const asked: string[] = [];
    const onAsk = ({ reason = "" }: { readonly reason?: string }) => asked.push(reason) > 0;
    const outcome = await createTestHost(judge({ model }), { host, onAsk }).shell("ls");
    expect(outcome).toMatchObject({ ran: canAsk, failures: [] });
    expect(canAsk ? asked.join() : outcome.result).toContain("is it fine?");
    const noAnswer = judge({ model: (await answering("Sure, go on!")).model, onFailure: "ask" });
    expect(await createTestHost(noAnswer, { host, onAsk: () => true }).shell("ls")).toMatchObject({ ran: canAsk });
    expect(await createTestHost(noAnswer, { host, onAsk: () => false }).shell("ls")).toMatchObject({ ran: false });
  });

  it.each([
    ["claude-code", true],
    ["codex", false],
  ] as const)("is not made if a rule denies the call, or leaves it to a person: %s", async (host, canAsk) => {
    const { model, requests } = await deciding("allow");
    const rules = guardShell({ rules: [{ command: "npm publish", level: "ask" }] });
    const hook = compose(rules, protectFiles({ project: "/work" }), judge({ model }));
    const agent = createTestHost(hook, { host, cwd: "/work", onAsk: () => true });
    expect(await agent.shell("git reset --hard")).toMatchObject({ ran: false, failures: [] });
    expect(await agent.write("/work/.env", "x")).toMatchObject({ ran: false, failures: [] });
    expect(await agent.shell("npm publish")).toMatchObject({ ran: canAsk, failures: [] });
    expect(requests).toHaveLength(0);
    expect(await agent.shell("npm test")).toMatchObject({ ran: true, failures: [] });
    expect(requests).toHaveLength(1);
  });

  it("is only logged in observe mode, and every call passes", async () => {
    for (const { model } of [await deciding("deny", "not today"), await answering("hm")]) {
      const agent = under({ model, mode: "observe" });
      expect(await agent.shell("ls", "tea")).toMatchObject({ ran: true, result: "tea", failures: [] });
      expect(agent.log.join("\n")).toMatch(/would deny: (not today|The model that judges calls gave no valid answer)/);
    }
  });
});

describe("an answer that is not exactly a decision is a denial", () => {
  const allow = '{"decision":"allow","reason":"fine"}';

  it.each<[string, unknown, object?, object?]>([
    ["prose", "I think this is fine."],
    ["prose with a decision in it", `The call is harmless: ${allow}`],
    ["a decision with prose after it", `${allow}\n\nLet me know if you need more.`],
    ["a code fence with prose around it", `Here:\n\`\`\`json\n${allow}\n\`\`\``],
    ["two decisions", `${allow}${allow}`],
    ["two decisions in a list", `[${allow},{"decision":"deny","reason":"no"}]`],
    ["a key twice", '{"decision":"deny","reason":"no","decision":"allow"}'],
    ["another decision", '{"decision":"approve","reason":"fine"}'],
    ["a decision in capitals", '{"decision":"ALLOW","reason":"fine"}'],
    ["no reason", '{"decision":"allow"}'],
    ["a reason that is not text", '{"decision":"allow","reason":null}'],
    ["an unknown key", '{"decision":"allow","reason":"fine","confidence":0.2}'],
    ["a hook's answer of an agent", '{"hookSpecificOutput":{"permissionDecision":"allow"}}'],
    ["a text in JSON", '"allow"'],
    ["a bare word", "allow"],
    ["true", "true"],
    ["null", "null"],
    ["an empty object", "{}"],
    ["nothing", ""],
    ["no content", null],
    ["half of a decision", allow.slice(0, -3)],
    ["a decision that was cut off", allow, { finish_reason: "length" }],
    ["a decision that a filter ended", allow, { finish_reason: "content_filter" }],
    ["a decision without an end", allow, { finish_reason: null }],
    ["a refusal", null, {}, { refusal: "I cannot help with that." }],
    ["a decision with a refusal", allow, {}, { refusal: "I cannot help with that." }],
    ["a tool call", null, { finish_reason: "tool_calls" }, { tool_calls: [toolCall("allow", allow)] }],
    ["a huge reason", `{"decision":"allow","reason":"${"x".repeat(50_000)}"}`],
  ])("%s", async (_, content, more, message) => {
    const { model } = await answering(content, more, message);
    expect(await under({ model }).shell("ls")).toMatchObject(denied(""));
    const asText = { ...model, structuredOutputs: false };
    expect(await under({ model: asText }).shell("ls")).toMatchObject(denied(""));
  });

  function toolCall(name: string, args: string) {
    return { id: "1", type: "function", function: { name, arguments: args } };
  }
});

describe("the shape of docker-agent's pre_tool_use_decision is a decision", () => {
  it.each([
    ["compact", '{"decision":"allow","reason":"fine"}'],
    ["with spaces", '\n{\n  "decision": "allow",\n  "reason": "fine"\n}\n'],
    ["the reason first", '{"reason":"fine","decision":"allow"}'],
    ["with an empty reason", '{"decision":"allow","reason":""}'],
    ["in a code fence", '```json\n{"decision":"allow","reason":"fine"}\n```'],
    ["in a code fence without a language", '```\n{"decision":"allow","reason":"fine"}\n```\n'],
  ])("%s", async (_, content) => {
    const { model } = await answering(content);
    expect(await under({ model }).shell("ls")).toMatchObject({ ran: true, failures: [] });
    expect(await under({ model: { ...model, structuredOutputs: false } }).shell("ls")).toMatchObject({ ran: true });
  });

  it("a denial without a reason names the hook", async () => {
    const { model } = await deciding("deny", "");
    expect(await under({ model }).shell("ls")).toMatchObject({ ran: false, result: expect.stringContaining("judge") });
  });

  it("a reason is short, and cannot control a terminal", async () => {
    const { model } = await deciding("deny", `\u001b[2Jno\u202e\n\n${"x".repeat(5000)}`);
    const { result = "" } = await under({ model }).shell("ls");
    expect(result).toContain("[2Jno xxx");
    expect(result).toMatch(/^\P{C}*$/u);
    expect(result.length).toBeLessThan(700);
  });
});

describe("a server that does not answer is a denial", () => {
  it.each([400, 429, 503])("status %s", async (status) => {
    const { model } = await modelServer((response) => {
      response.statusCode = status;
      complete(response, '{"decision":"allow","reason":"fine"}');
    });
    expect(await under({ model }).shell("ls")).toMatchObject(denied(`status ${status}`));
  });

  it("a server that hangs", async () => {
    const { model } = await modelServer(() => undefined);
    expect(await under({ model, timeoutMs: 100 }).shell("ls")).toMatchObject(denied("no answer within 100 ms"));
  });

  it("a server that stops in the middle of its answer", async () => {
    const { model } = await modelServer((response) => void response.writeHead(200).write('{"choices":[{"message":'));
    expect(await under({ model, timeoutMs: 300 }).shell("ls")).toMatchObject(denied("no answer within 300 ms"));
  });

  it("a server that hangs up in the middle of its answer", async () => {
    const { model } = await modelServer((response) => {
      response.writeHead(200, { "content-length": 5000 }).write('{"choices":');
      setImmediate(() => response.destroy());
    });
    expect(await under({ model }).shell("ls")).toMatchObject(denied(""));
  });

  it("a server that never ends its answer", async () => {
    const { model } = await modelServer((response) => {
      const more = () => {
        while (!response.destroyed && response.write(" ".repeat(65_536)));
      };
      response.writeHead(200).on("drain", more);
      more();
    });
    expect(await under({ model }).shell("ls")).toMatchObject(denied("cannot be read"));
  });

  it("a server that is down", async () => {
    const { model, stop } = await deciding("allow");
    await stop();
    expect(await under({ model }).shell("ls")).toMatchObject(denied("cannot be reached"));
  });

  it("a redirect, also to a server that would allow the call", async () => {
    const other = await deciding("allow");
    const { model } = await modelServer((response) => {
      response.writeHead(307, { location: `${other.baseUrl}/chat/completions` }).end();
    });
    expect(await under({ model }).shell("ls")).toMatchObject(denied(""));
    expect(other.requests).toHaveLength(0);
  });

  it.each(["<html>", "{}", '{"choices":[]}', '{"choices":[{}]}', ""])("the response %j", async (body) => {
    const { model } = await modelServer((response) => response.end(body));
    expect(await under({ model }).shell("ls")).toMatchObject(denied(""));
  });

  it("neither the agent nor the log reads what the server says about an error", async () => {
    const { model } = await modelServer((response) => {
      response.writeHead(500).end('{"error":{"message":"the key sk-123 is wrong"}}');
    });
    const agent = under({ model });
    expect(JSON.stringify(await agent.shell("echo hush"))).not.toContain("sk-123");
    expect(agent.log.join("\n")).toContain("no decision: the server answered with status 500");
    expect(agent.log.join("\n")).not.toMatch(/sk-123|hush/);
  });
});

it("a busy server is asked again, within the time limit", async () => {
  const { model, requests } = await modelServer((response) => {
    if (requests.length === 1) response.writeHead(503, { "retry-after-ms": "1" }).end();
    else complete(response, '{"decision":"allow","reason":"fine"}');
  });
  expect(await under({ model, retries: 1 }).shell("ls")).toMatchObject({ ran: true });
  expect(requests).toHaveLength(2);
  const busy = await modelServer((response) => response.writeHead(503, { "retry-after-ms": "30000" }).end());
  const outcome = await under({ model: busy.model, retries: 3, timeoutMs: 200 }).shell("ls");
  expect(outcome).toMatchObject(denied("no answer within 200 ms"));
  expect(busy.requests.length).toBeLessThan(2);
});

describe("which calls are judged", () => {
  it("reading and searching is not, by default", async () => {
    const { model, requests } = await deciding("deny");
    const agent = under({ model });
    expect(await agent.read("/work/a.txt", "tea")).toMatchObject({ ran: true, result: "tea" });
    expect(await agent.write("/work/a.txt", "x")).toMatchObject({ ran: false });
    expect(await agent.tool({ tool: "mcp__mail__send", arguments: {} })).toMatchObject({ ran: false });
    expect(requests).toHaveLength(2);
  });

  it("the options select others", async () => {
    const { model, requests } = await deciding("deny");
    const agent = under({ model, kinds: ["read"], tools: ["Task"] });
    expect(await agent.shell("ls")).toMatchObject({ ran: true });
    expect(await agent.read("/work/a.txt")).toMatchObject({ ran: false });
    expect(await agent.tool({ tool: "Task", arguments: {} })).toMatchObject({ ran: false });
    expect(await under({ model, kinds: [], tools: ["Bash"] }).shell("ls")).toMatchObject({ ran: false });
    expect(requests).toHaveLength(3);
  });
});

describe("the same call is judged once while the process runs", () => {
  const calls = async (hook: Hook<{}>, ...commands: readonly string[]) => {
    const agent = createTestHost(hook, { host: "picoclaw" });
    const ran: boolean[] = [];
    for (const command of commands) ran.push((await agent.shell(command)).ran);
    return ran;
  };

  it.each(["allow", "deny"])("%s", async (decision) => {
    const { model, requests } = await deciding(decision);
    const ran = await calls(judge({ model }), "ls", "ls", "ls -l");
    expect(ran).toEqual(Array(3).fill(decision === "allow"));
    expect(requests).toHaveLength(2);
  });

  it("a failure is not remembered", async () => {
    const { model, requests } = await modelServer((response) => {
      complete(response, requests.length === 1 ? "hm" : '{"decision":"allow","reason":"fine"}');
    });
    expect(await calls(judge({ model }), "ls", "ls")).toEqual([false, true]);
  });

  it("only the latest ones are remembered, or none", async () => {
    const { model, requests } = await deciding("allow");
    await calls(judge({ model, cache: 2 }), "a", "b", "a", "c", "a", "b");
    expect(requests).toHaveLength(4);
    await calls(judge({ model, cache: 0 }), "a", "a");
    expect(requests).toHaveLength(6);
  });
});

describe("a model", () => {
  it("gets no key unless the settings name a variable", async () => {
    const { model, requests } = await deciding("allow");
    process.env.JUDGE_TEST_KEY = "k-1";
    try {
      await under({ model }).shell("ls");
      await under({ model: { ...model, apiKeyEnv: "JUDGE_TEST_KEY" } }).shell("ls");
    } finally {
      delete process.env.JUDGE_TEST_KEY;
    }
    expect(requests.map(({ headers }) => headers.authorization)).toEqual([undefined, "Bearer k-1"]);
  });

  it("without the key that it needs, denies", async () => {
    const { model, requests } = await deciding("allow");
    const outcome = await under({ model: { ...model, apiKeyEnv: "JUDGE_NO_KEY" } }).shell("ls");
    expect(outcome).toMatchObject(denied("variable JUDGE_NO_KEY, which is not set"));
    expect(requests).toHaveLength(0);
  });

  it("is told the shape of its answer, unless its server cannot use that", async () => {
    const { model, requests } = await deciding("allow");
    await under({ model }).shell("ls");
    await under({ model: { ...model, structuredOutputs: false } }).shell("ls");
    const [first, second] = requests.map(({ body }) => body);
    expect(first).toMatchObject({
      model: "small",
      response_format: {
        type: "json_schema",
        json_schema: { strict: true, schema: { required: ["decision", "reason"], additionalProperties: false } },
      },
    });
    expect(second).not.toHaveProperty("response_format");
  });

  it("can be one of Anthropic", async () => {
    const { baseUrl, requests } = await modelServer((response) => {
      const content = [{ type: "tool_use", id: "1", name: "json", input: { decision: "deny", reason: "no" } }];
      const usage = { input_tokens: 1, output_tokens: 1 };
      const message = { type: "message", id: "1", model: "claude-3-haiku-20240307", content, usage };
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ ...message, role: "assistant", stop_reason: "tool_use" }));
    });
    process.env.JUDGE_TEST_KEY = "k-2";
    try {
      const model = { provider: "anthropic", model: "claude-3-haiku-20240307", baseUrl, apiKeyEnv: "JUDGE_TEST_KEY" };
      const agent = under({ model: model as JudgeOptions["model"] });
      expect(await agent.shell("ls")).toMatchObject({
        ran: false,
        failures: [],
        result: expect.stringContaining("no"),
      });
      expect(agent.log.join("\n")).not.toContain("no decision");
    } finally {
      delete process.env.JUDGE_TEST_KEY;
    }
    expect(requests).toMatchObject([{ path: "/v1/messages", headers: { "x-api-key": "k-2" } }]);
  });

  it("can be a model of the AI SDK, also one that ignores the end of its time", async () => {
    const base = { specificationVersion: "v3", provider: "test", modelId: "small", supportedUrls: {} } as const;
    const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
    const content = [{ type: "text", text: '{"decision":"deny","reason":"not now"}' }];
    const finishReason = { unified: "stop", raw: "stop" };
    const model = { ...base, doGenerate: async () => ({ content, finishReason, usage, warnings: [] }) };
    expect(await under({ model }).shell("ls")).toMatchObject({
      ran: false,
      result: expect.stringContaining("not now"),
    });
    const hanging = { ...base, doGenerate: () => new Promise<never>(() => {}) };
    expect(await under({ model: hanging, timeoutMs: 100 }).shell("ls")).toMatchObject(denied("within 100 ms"));
    const throwing = { ...base, doGenerate: () => Promise.reject(new Error("hush")) };
    expect(await under({ model: throwing }).shell("ls")).toMatchObject(denied("cannot be read"));
  });
});

it("the hook's deadline is after the time limit, so that its own answer is the one that counts", () => {
  const model = { provider: "openai-compatible", baseUrl: "http://127.0.0.1:1/v1", model: "small" } as const;
  expect(judge({ model, timeoutMs: 20_000 }).deadlines).toEqual({ approveMs: 23_000 });
  expect(judge({ model, timeoutMs: 20_000, mode: "observe" }).deadlines).toEqual({ interceptMs: 24_500 });
});

it("a hook in front of it that approves does not decide for it, and one that denies does", async () => {
  const { model, requests } = await deciding("deny");
  const first = defineHook({ name: "first", approveTool: () => approve() });
  const outcome = await createTestHost(compose(first, judge({ model })), { host: "claude-code" }).shell("ls");
  expect(outcome).toMatchObject({ ran: false });
  const second = defineHook({ name: "second", approveTool: () => deny("never") });
  await createTestHost(compose(second, judge({ model })), { host: "claude-code" }).shell("ls");
  expect(requests).toHaveLength(1);
});

describe("options", () => {
  const model = { provider: "openai-compatible", baseUrl: "http://127.0.0.1:1/v1", model: "small" };

  it.each<[string, unknown, string]>([
    ["no model", {}, "model: "],
    ["nothing", undefined, "judge: invalid options"],
    ["a name as model", { model: "openai/gpt-5" }, "model: "],
    ["a server without an address", { model: { ...model, baseUrl: undefined } }, "model.baseUrl: expected the address"],
    ["a file as address", { model: { ...model, baseUrl: "file:///etc/passwd" } }, "model.baseUrl: "],
    ["a password in the address", { model: { ...model, baseUrl: "http://me:hush@x/v1" } }, "without a user name"],
    ["a key", { model: { ...model, apiKey: "hush" } }, 'Unrecognized key: "apiKey"'],
    ["a key as the name of a variable", { model: { ...model, apiKeyEnv: "sk-hush-1" } }, "expected the name of"],
    ["a prompt without the call", { model, prompt: "Is it fine?" }, "prompt: expected {{call}}"],
    ["a prompt with an unknown field", { model, prompt: "{{call}} {{user}}" }, "prompt: expected only the fields"],
    ["no calls", { model, kinds: [], tools: [] }, "kinds: expected at least one kind"],
    ["too much time", { model, timeoutMs: 60_000 }, "timeoutMs: "],
    ["another policy for failures", { model, onFailure: "allow" }, "onFailure: "],
    ["an unknown option", { model, temperature: 0 }, 'Unrecognized key: "temperature"'],
  ])("%s is rejected", (_, options, message) => {
    const create = () => judge(options as JudgeOptions);
    expect(create).toThrow(message);
    expect(create).not.toThrow("hush");
  });
});
