import { expect, test } from "vitest";
import { moduleText } from "./mod/module.js";

type Handler = (...args: unknown[]) => unknown;

const HOOK = {
  command: ["node", "/guard.js", "--host", "claude-code"],
  points: { beforeTool: true, afterTool: true, afterLlm: true },
  blocks: { beforeTool: true, afterTool: true, afterLlm: true },
  seconds: 30,
  hint: "",
};
const EVENT = { tool: "Bash", tool_use_id: "t1", command: "ls" };

let loads = 0;

/** Runs the module with an engine in memory. `reply` is what the hook answers, or throws. */
async function load(reply: (event: Record<string, unknown>) => unknown, hook = HOOK) {
  const registered = new Map<string, { run: Handler; caught?: Handler }>();
  const env = new Map<string, string>();
  const asked: Record<string, unknown>[] = [];
  let proof = "";
  const $ = {
    env: {
      get: async (name: string) => env.get(name),
      set: async (name: string, value: string) => env.set(name, value),
    },
    session: { id: async () => "S1", cwd: async () => "/p", info: async () => ({ transcriptPath: "/t" }) },
    process: {
      async *spawn({ input }: { input: string }) {
        proof = input.split(" ")[1] ?? "";
        yield { stream: "stdout", text: `noise\n${proof} 4` };
        yield { stream: "stdout", text: "2\n" };
        await new Promise(() => {});
      },
    },
    http: {
      async fetch(url: string, { body }: { body: string }) {
        expect(url).toBe("http://127.0.0.1:42/");
        asked.push(JSON.parse(body));
        const answer = reply(JSON.parse(body));
        return {
          status: 200,
          text: JSON.stringify({ proof, ...(answer === undefined ? {} : { document: JSON.stringify(answer) }) }),
        };
      },
    },
  };
  const on = (event: string, run: Handler) => {
    registered.set(event, { run });
    return { catch: (caught: Handler) => registered.set(event, { run, caught }) };
  };
  // Another text for each test: the same text would be the same module, with its state.
  loads += 1;
  const text = `${moduleText(hook)}// ${loads}`;
  const { register } = await import(`data:text/javascript,${encodeURIComponent(text)}`);
  register(on);
  const call = async (event: string, e: object, next: Handler = () => ({})) => {
    const { run, caught } = registered.get(event) ?? {};
    try {
      return await run?.($, e, next);
    } catch (error) {
      if (caught === undefined) throw error;
      return caught($, e, next);
    }
  };
  return { call, env, asked, registered, $ };
}

const specific = (fields: object) => ({ hookSpecificOutput: { hookEventName: "PreToolUse", ...fields } });

test("marks a call only while Claude Code passes it on to the command hook", async () => {
  const { call, env, asked } = await load(() => undefined);
  let during: string | undefined;
  await call("classic.PreToolUse", EVENT, () => {
    during = env.get("AGENT_HOOK_JUDGED");
    return {};
  });
  expect(during).toBe("S1 t1 PreToolUse node /guard.js --host claude-code");
  expect(env.get("AGENT_HOOK_JUDGED")).toBe("");
  expect(asked).toMatchObject([
    { tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "t1", session_id: "S1" },
  ]);
});

test("leaves calls that it cannot judge exactly to the command hook, without a mark", async () => {
  const { call, env, asked } = await load(() => ({ continue: false }));
  const marks: unknown[] = [];
  const next = () => {
    marks.push(env.get("AGENT_HOOK_JUDGED"));
    return {};
  };
  await call("classic.PreToolUse", { ...EVENT, $shadowed: { tool: "x" } }, next);
  await call("classic.PreToolUse", { ...EVENT, agentId: "a" }, next);
  expect(asked).toEqual([]);
  await call("classic.PreToolUse", EVENT, next);
  expect(marks).toEqual([undefined, undefined, undefined]);
});

test("denies, asks, rewrites and adds context", async () => {
  const answers = [
    specific({ permissionDecision: "deny", permissionDecisionReason: "no" }),
    specific({ permissionDecision: "ask", permissionDecisionReason: "sure?" }),
    specific({ updatedInput: { command: "pwd" }, additionalContext: "note" }),
  ];
  const { call } = await load(() => answers.shift());
  expect(await call("classic.PreToolUse", EVENT)).toEqual({ deny: "no" });
  expect(await call("classic.PreToolUse", EVENT)).toEqual({ ask: "sure?" });
  expect(await call("classic.PreToolUse", EVENT)).toEqual({
    updatedInput: { command: "pwd" },
    additionalContext: ["note"],
  });
  expect(answers).toEqual([]);
});

test("a denial of another hook stays, whatever this hook asks", async () => {
  const { call } = await load(() => specific({ permissionDecision: "ask", permissionDecisionReason: "sure?" }));
  expect(await call("classic.PreToolUse", EVENT, () => ({ deny: "theirs" }))).toEqual({ deny: "theirs" });
});

test("answers in the tool's place", async () => {
  const { call } = await load(() => ({ modResult: { stdout: "mine" } }));
  const run = () => call("classic.PreToolUse", EVENT);
  expect(await call("tool.call", EVENT, run)).toEqual({ result: { stdout: "mine" } });
});

test("replaces a result, and withholds one that the hook did not see", async () => {
  const replaced = await load(() => specific({ updatedToolOutput: { stdout: "x" } }));
  expect(await replaced.call("classic.PostToolUse", EVENT)).toEqual({ updatedToolOutput: { stdout: "x" } });
  const failed = await load(() => ({ modText: "redacted" }));
  const fail = () => failed.call("classic.PostToolUseFailure", EVENT);
  expect(await failed.call("tool.call", EVENT, fail)).toEqual({ deny: "redacted" });
  const dead = await load(() => {
    throw new Error("gone");
  });
  const lose = async () => {
    await dead.call("classic.PostToolUse", EVENT);
    return { result: "secret" };
  };
  expect(await dead.call("tool.call", EVENT, lose)).toEqual({ deny: "[withheld: hook failed]" });
});

test("denies if the hook is dead, or another program answers for it; an observer leaves the call to the command", async () => {
  const dead = () => {
    throw new Error("gone");
  };
  const blocking = await load(dead);
  expect(await blocking.call("classic.PreToolUse", EVENT)).toEqual({ deny: "denied: the hook failed" });
  const none = { beforeTool: false, afterTool: false, afterLlm: false };
  const observing = await load(dead, { ...HOOK, blocks: none });
  expect(await observing.call("classic.PreToolUse", EVENT, () => ({ passed: 1 }))).toEqual({ passed: 1 });
  const forged = await load(() => undefined);
  forged.$.http.fetch = async () => ({ status: 200, text: '{"proof":"x"}' });
  expect(await forged.call("classic.PreToolUse", EVENT)).toEqual({ deny: "denied: the hook failed" });
});

test("joins the pieces of a reply before the hook sees it, and passes everything else on", async () => {
  const { call } = await load(({ text }) => ({ modText: String(text).toUpperCase() }));
  async function* chunks() {
    yield { kind: "text", index: 0, text: "a" };
    yield { kind: "text", index: 0, text: "b" };
    yield { kind: "tool", index: 1 };
    return "end";
  }
  const stream = (await call("turn.step", { model: "m" }, chunks)) as AsyncGenerator;
  const seen = [await stream.next(), await stream.next(), await stream.next()];
  expect(seen).toEqual([
    { done: false, value: { kind: "text", index: 0, text: "AB" } },
    { done: false, value: { kind: "tool", index: 1 } },
    { done: true, value: "end" },
  ]);
});
