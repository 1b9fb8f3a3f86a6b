import { describe, expect, test } from "vitest";
import { AGES, call, failureOf, hookCommand, received, startHook } from "../start-hook.js";

describe("many calls", () => {
  test("200 calls in flight, answered in reverse order, each get their own answer", async () => {
    const hook = await startHook();
    const order: number[] = [];
    const ask = async (n: number) => {
      const answer = await hook.beforeTool(call(n < 200 ? { hold: true } : { release: true }, { n }), {
        timeoutMs: AGES,
      });
      order.push(n);
      return received(answer).params.arguments;
    };
    const numbers = Array.from({ length: 200 }, (_, index) => index + 1);
    expect(await Promise.all(numbers.map(ask))).toEqual(numbers.map((n) => ({ n })));
    expect(order).toEqual([200, ...numbers.slice(0, -1).reverse()]);
  });

  test("a call and an answer of 5 MB arrive intact", async () => {
    const hook = await startHook({ maxLineBytes: 16 * 1024 * 1024 });
    const text = "é".repeat(2_500_000);
    const answer = await hook.beforeLlm(
      { model: "fake", messages: [{ role: "user", content: text }] },
      { timeoutMs: AGES },
    );
    expect(received(answer).params.messages).toEqual([{ role: "user", content: text }]);
  });
});

describe("noise", () => {
  const noises: readonly (readonly [what: string, print: string])[] = [
    ["text", "starting up...\nANSWER\n"],
    ["empty lines", "\n\n  \r\n\t\nANSWER\n"],
    ["half a line that is ended before the answer", "half a line\nANSWER\n"],
    [
      "JSON that is no message",
      '{}\n[]\n42\nnull\n"x"\n{"id":true}\n{"jsonrpc":"1.0","id":"ID","result":{}}\nANSWER\n',
    ],
    ["half of JSON", '{"jsonrpc":"2.0","id":ID,"result":{"acti\nANSWER\n'],
    [
      "answers to questions that nobody asked",
      '{"jsonrpc":"2.0","id":0,"result":{}}\n{"jsonrpc":"2.0","id":77,"result":{}}\nANSWER\n',
    ],
    ["an answer whose id is text", '{"jsonrpc":"2.0","id":"ID","result":{"action":"abort_turn"}}\nANSWER\n'],
    ["an answer without an id", '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"what?"}}\nANSWER\n'],
    [
      "calls to the host",
      '{"jsonrpc":"2.0","id":"a","method":"host.help"}\n{"jsonrpc":"2.0","method":"$/x","params":[]}\nANSWER\n',
    ],
    ["the answer twice", "ANSWER\nANSWER\n"],
    ["bytes that are no UTF-8 and CRLF", "\u0000\u0007\r\nANSWER\r\n"],
  ];

  test.each(noises)("%s around an answer changes nothing", async (_what, print) => {
    const sent: string[] = [];
    const hook = await startHook({ onLine: (from, line) => from === "host" && sent.push(line) });
    expect(received(await hook.beforeTool(call({ print }), { timeoutMs: AGES })).method).toBe("hook.before_tool");
    expect(received(await hook.beforeTool(call(), { timeoutMs: AGES })).method).toBe("hook.before_tool");
    expect(sent).toHaveLength(3);
  });

  test("an answer behind a partial line of noise is lost, the next one is not", async () => {
    const hook = await startHook();
    expect((await failureOf(hook.beforeTool(call({ print: "50% doneANSWER\n" }), { timeoutMs: 300 }))).code).toBe(
      "timeout",
    );
    expect(received(await hook.beforeTool(call(), { timeoutMs: AGES })).method).toBe("hook.before_tool");
  });

  test("a call does not end a partial line of noise, only a newline does", async () => {
    const hook = await startHook();
    const lost = failureOf(hook.beforeTool(call({ print: "still going " }), { timeoutMs: 300 }));
    const late = hook.beforeTool(call({ print: "\nANSWER\n" }), { timeoutMs: AGES });
    expect(received(await late).method).toBe("hook.before_tool");
    expect((await lost).code).toBe("timeout");
  });

  test("a last answer without a newline counts", async () => {
    const hook = await startHook();
    expect(received(await hook.beforeTool(call({ print: "ANSWER", exit: 0 }), { timeoutMs: AGES })).method).toBe(
      "hook.before_tool",
    );
  });
});

describe("any text", () => {
  const texts = [
    "größe",
    "日本語",
    "🦞👩‍👩‍👧",
    "a\u2028b\u2029c",
    'quote " and \\',
    "\u0000\u001b[31m",
    "line\nbreak\r\n",
    "\ud800 alone",
  ];

  test.each(texts.map((text) => [JSON.stringify(text), text]))(
    "%s arrives unchanged both ways",
    async (_shown, text) => {
      const hook = await startHook();
      const answer = await hook.beforeTool(call({}, { [text]: text }));
      expect(received(answer).params.arguments).toEqual({ [text]: text });
    },
  );

  test("a character split across two writes stays intact", async () => {
    let halfWritten = () => {};
    const half = new Promise<void>((resolve) => {
      halfWritten = resolve;
    });
    const hook = await startHook({ onStderr: () => halfWritten() });
    const bytes = Buffer.from('{"jsonrpc":"2.0","id":ID,"result":{"reason":"🦞"}}\n');
    const cut = bytes.indexOf("🦞") + 2;
    const [start, end] = [bytes.subarray(0, cut), bytes.subarray(cut)].map((part) => part.toString("base64"));
    const asked = hook.beforeTool(call({ bytes: start as string, stderr: "half\n", hold: true }), { timeoutMs: AGES });
    await half;
    const next = hook.beforeTool(call({ bytes: end as string }), { timeoutMs: AGES });
    expect(await asked).toEqual({ reason: "🦞" });
    expect(received(await next).method).toBe("hook.before_tool");
  });

  test("keys such as __proto__ in the hook's answer arrive unchanged", async () => {
    const hook = await startHook();
    const args = JSON.parse('{"__proto__":{"polluted":true},"constructor":1,"n":-0}');
    const seen = received(await hook.beforeTool(call({}, args))).params.arguments as object;
    expect(Object.getOwnPropertyNames(seen)).toEqual(["__proto__", "constructor", "n"]);
    expect(({} as { polluted?: true }).polluted).toBeUndefined();
  });
});

describe("onLine", () => {
  test("shows every line of both directions in order, including noise", async () => {
    const lines: (readonly [string, string])[] = [];
    const hook = await startHook({ onLine: (...line) => lines.push(line) });
    hook.event({ Kind: 1 });
    await hook.beforeTool(call({ print: "noise\n\nANSWER\n" }));
    await hook.close();
    expect(lines.map(([from]) => from)).toEqual(["host", "hook", "host", "host", "hook", "hook", "hook"]);
    const messages = lines.filter(([, line]) => line.startsWith("{")).map(([, line]) => JSON.parse(line));
    const [hello, , , beforeTool] = messages.map(({ id }) => id);
    expect(new Set([hello, beforeTool, undefined]).size).toBe(3);
    expect(messages.map(({ id, method }) => [id, method])).toEqual([
      [hello, "hook.hello"],
      [hello, undefined],
      [undefined, "hook.event"],
      [beforeTool, "hook.before_tool"],
      [beforeTool, undefined],
    ]);
    expect(lines.slice(4, 6).map(([, line]) => line)).toEqual(["noise", ""]);
    for (const [, line] of lines) expect(line).not.toContain("\n");
  });
});

test("a child that the hook started before anything else can neither guess the id of a call nor answer one", async () => {
  const printed: string[] = [];
  const hook = await startHook({
    command: hookCommand("prints-answers.mjs"),
    onNoise: (what) => printed.push(what),
  });
  for (let call = 0; call < 3; call++) {
    expect(await hook.approveTool({ tool: "exec", arguments: {} })).toEqual({ approved: false, reason: "no" });
  }
  expect(printed.filter((what) => what.includes("no call is waiting for")).length).toBeGreaterThanOrEqual(100);
});
