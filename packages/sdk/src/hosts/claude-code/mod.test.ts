import { expect, test } from "vitest";
import { moduleText } from "./mod/module.js";

type Handler = (...args: unknown[]) => unknown;

const HOOK = {
  command: ["node", "/guard.js", "--host", "claude-code"],
  answers: ["Bash"],
  points: { afterTool: true, afterLlm: true },
  blocks: { beforeTool: true, afterTool: true, afterLlm: true },
  seconds: 30,
  hint: "",
};
const NONE = { beforeTool: false, afterTool: false, afterLlm: false };
const EVENT = { tool: "Bash", tool_use_id: "t1", command: "ls" };

const dead = () => {
  throw new Error("gone");
};

let loads = 0;

/** Runs the module with an engine in memory. `reply` is what the hook answers, or throws. */
async function load(reply: (event: Record<string, unknown>) => unknown, hook = HOOK) {
  const registered = new Map<string, { run: Handler; caught?: Handler }>();
  const asked: Record<string, unknown>[] = [];
  let proof = "";
  const $ = {
    session: { id: async () => "S1", cwd: async () => "/p", info: async () => ({ transcriptPath: "/t" }) },
    process: {
      async *spawn({ argv, input }: { argv: string[]; input: string }) {
        expect(argv.slice(-HOOK.command.length)).toEqual(HOOK.command);
        expect(argv.join(" ")).toContain("setsid");
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
  return { call, asked, $ };
}

const specific = (fields: object) => ({ hookSpecificOutput: { hookEventName: "PreToolUse", ...fields } });

test("leaves every call that it does not answer or deny to the command hook", async () => {
  const specifics = [
    {},
    { permissionDecision: "ask", permissionDecisionReason: "sure?" },
    { permissionDecision: "allow" },
    { updatedInput: { command: "pwd" } },
  ];
  const answers = [undefined, { continue: false }, ...specifics.map(specific)];
  const { call, asked } = await load(() => answers.shift());
  const judge = () => ({ deny: "by the command" });
  while (answers.length > 0) expect(await call("classic.PreToolUse", EVENT, judge)).toEqual(judge());
  expect(asked).toHaveLength(6);
  expect(asked[0]).toMatchObject({
    tool_name: "Bash",
    tool_input: { command: "ls" },
    tool_use_id: "t1",
    session_id: "S1",
  });
});

test("does not ask about calls that it cannot answer", async () => {
  const { call, asked } = await load(() => ({ modResult: {} }));
  const judge = () => ({ deny: "by the command" });
  for (const more of [{ tool: "Write" }, { $shadowed: { tool: "x" } }, { agentId: "a" }]) {
    expect(await call("classic.PreToolUse", { ...EVENT, ...more }, judge)).toEqual(judge());
  }
  expect(asked).toEqual([]);
});

test("denies", async () => {
  const { call } = await load(() => specific({ permissionDecision: "deny", permissionDecisionReason: "no" }));
  expect(await call("classic.PreToolUse", EVENT)).toEqual({ deny: "no" });
});

test("answers in the tool's place", async () => {
  const { call } = await load(() => ({ modResult: { stdout: "mine" } }));
  const run = () => call("classic.PreToolUse", EVENT);
  expect(await call("tool.call", EVENT, run)).toEqual({ result: { stdout: "mine" } });
});

test("replaces the output of a failed tool, and withholds one that the hook did not see", async () => {
  const failed = await load(() => ({ modText: "redacted" }));
  const fail = () => failed.call("classic.PostToolUseFailure", EVENT);
  expect(await failed.call("tool.call", EVENT, fail)).toEqual({ deny: "redacted" });
  const lose = (one: Awaited<ReturnType<typeof load>>) => async () => {
    await one.call("classic.PostToolUseFailure", EVENT);
    return { result: "secret" };
  };
  const guarding = await load(dead);
  expect(await guarding.call("tool.call", EVENT, lose(guarding))).toEqual({ deny: "[withheld: hook failed]" });
  const observing = await load(dead, { ...HOOK, blocks: NONE });
  expect(await observing.call("tool.call", EVENT, lose(observing))).toEqual({ result: "secret" });
});

test("leaves the call to the command hook if its own process is dead, or another program answers for it", async () => {
  const judge = () => ({ deny: "by the command" });
  const alone = await load(dead);
  expect(await alone.call("classic.PreToolUse", EVENT, judge)).toEqual(judge());
  const forged = await load(() => undefined);
  forged.$.http.fetch = async () => ({ status: 200, text: '{"proof":"x","document":"{\\"modResult\\":1}"}' });
  expect(await forged.call("classic.PreToolUse", EVENT, judge)).toEqual(judge());
});

test("denies if the module itself fails in a guard, and only there", async () => {
  const lost = () => {
    throw new Error("the worker crashed");
  };
  const { call } = await load(() => undefined);
  expect(await call("classic.PreToolUse", EVENT, lost)).toEqual({ deny: "denied: the hook failed" });
  expect(await call("tool.call", EVENT, lost)).toEqual({ deny: "denied: the hook failed" });
  const observing = await load(() => undefined, { ...HOOK, blocks: NONE });
  await expect(observing.call("classic.PreToolUse", EVENT, lost)).rejects.toThrow("crashed");
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
