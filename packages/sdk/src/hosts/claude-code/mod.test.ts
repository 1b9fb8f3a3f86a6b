import { expect, test } from "vitest";
import { moduleText } from "./mod/module.js";

type Handler = (...args: unknown[]) => unknown;

const HOOK = {
  command: ["node", "/guard.js", "--host", "claude-code"],
  answers: true,
  points: { afterTool: true, afterLlm: true },
  blocks: { afterTool: true, afterLlm: true },
  seconds: 30,
  hint: "",
};
const NONE = { afterTool: false, afterLlm: false };
const EVENT = { tool: "Bash", tool_use_id: "t1", command: "ls" };

const dead = () => {
  throw new Error("gone");
};

let loads = 0;

/** Runs the module with an engine in memory. `reply` is what the hook answers, or throws. */
async function load(reply: (event: Record<string, unknown>) => unknown, hook = HOOK) {
  const registered = new Map<string, { run: Handler; caught?: Handler }>();
  const asked: Record<string, unknown>[] = [];
  const env = new Map<string, string>();
  let proof = "";
  const $ = {
    env: {
      get: async (name: string) => env.get(name),
      set: async (name: string, value: string) => env.set(name, value),
    },
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
          text: JSON.stringify({
            proof,
            judge: "this hook",
            ...(answer === undefined ? {} : { document: JSON.stringify(answer) }),
          }),
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
  return { call, asked, env, $ };
}

const NAME = "AGENT_HOOK_WITH_MOD";

test("leaves the decision on every call to the hook in the settings", async () => {
  const { call, asked } = await load(() => ({}));
  await call("session.start", {});
  for (const decision of [{}, { deny: "by the command" }, { ask: "sure?" }, { updatedInput: { command: "pwd" } }]) {
    expect(await call("classic.PreToolUse", EVENT, () => decision)).toEqual(decision);
    expect(await call("tool.call", EVENT, () => ({ result: "ran" }))).toEqual({ result: "ran" });
  }
  expect(asked).toEqual([]);
});

test("answers in the tool's place if that hook says so with the value of this session", async () => {
  const { call, env } = await load(() => ({}));
  const run = (key = "") => {
    const deny = `PreToolUse:Bash hook error: ${key} {"stdout":"mine"}`;
    return call("tool.call", EVENT, async () => {
      expect(await call("classic.PreToolUse", EVENT, () => ({ deny }))).toEqual({ deny });
      return { isError: true };
    });
  };
  expect(await run("undefined")).toEqual({ isError: true });
  await call("session.start", {});
  expect(await run(env.get(NAME))).toEqual({ result: { stdout: "mine" } });
  expect(await run("undefined")).toEqual({ isError: true });
  expect(await run("")).toEqual({ isError: true });
});

test("judges a failed tool once: the command is told so, and the context of both reaches the model", async () => {
  const FAILED = { ...EVENT, agent_hook_judged: ["another hook"] };
  const specific = (fields: object) => ({ hookSpecificOutput: { hookEventName: "PostToolUseFailure", ...fields } });
  const answers: object[] = [
    { modText: "redacted" },
    specific({ additionalContext: "mine" }),
    { continue: false },
    specific({ other: 1 }),
  ];
  const { call } = await load(() => answers.shift());
  const seen: unknown[] = [];
  const fail = () =>
    call("classic.PostToolUseFailure", FAILED, (e) => {
      seen.push(Object(e).agent_hook_judged);
      return { additionalContext: ["of another"] };
    });
  expect(await fail()).toEqual({ additionalContext: ["of another"] });
  expect(await fail()).toEqual({ additionalContext: ["of another", "mine"] });
  await fail();
  await fail();
  const both = ["another hook", "this hook"];
  expect(seen).toEqual([both, both, ["another hook"], ["another hook"]]);
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

test("withholds a failed result, which the command sees, if another program answers for the hook", async () => {
  const { call, $ } = await load(() => undefined);
  $.http.fetch = async () => ({ status: 200, text: '{"proof":"x","document":"{\\"modText\\":\\"forged\\"}"}' });
  const seen: unknown[] = [];
  const run = async () => {
    await call("classic.PostToolUseFailure", EVENT, (e) => {
      seen.push(e);
      return {};
    });
    return { result: "secret" };
  };
  expect(await call("tool.call", EVENT, run)).toEqual({ deny: "[withheld: hook failed]" });
  expect(seen).toEqual([EVENT]);
});

test("if the module itself fails, withholds the result of a guard, and repeats what was decided beneath", async () => {
  const lost = () => {
    throw new Error("the worker crashed");
  };
  const { call } = await load(() => undefined);
  expect(await call("tool.call", EVENT, lost)).toEqual({ deny: "denied: the hook failed" });
  const observing = await load(() => undefined, { ...HOOK, blocks: NONE });
  let runs = 0;
  const replayed = () => {
    runs += 1;
    return runs === 1 ? lost() : { deny: "by the command" };
  };
  expect(await observing.call("classic.PreToolUse", EVENT, replayed)).toEqual({ deny: "by the command" });
  await expect(observing.call("tool.call", EVENT, lost)).rejects.toThrow("crashed");
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
