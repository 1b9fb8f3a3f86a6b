import { describe, expect, test } from "vitest";
import { type Answer, type Id, type RunningHook, spawnHook, spawnReady } from "../../spawn-hook.js";
import { beforeTool, isFailure, points, policies } from "../../wire-calls.js";

const good = JSON.stringify(beforeTool("exec", { text: "good" }));
let count = 0;

/** Sends a line followed by a valid call. Returns the answers to only the line. */
async function answersTo(hook: RunningHook, line: string): Promise<Answer[]> {
  const before = hook.answers.length;
  const id = `good ${count++}`;
  hook.write(`${line}\n{"jsonrpc":"2.0","id":"${id}","method":"hook.before_tool","params":${good}}\n`);
  const { result } = await hook.answer(id);
  expect(result, line).toEqual({ action: "deny_tool", reason: "4 good" });
  return hook.answers.slice(before).filter((answer) => answer.id !== id);
}

const error = (code: number, id: Id) => [{ jsonrpc: "2.0", id, error: { code, message: expect.stringMatching(/./) } }];

const notJson = [
  "hello",
  "{",
  '{"jsonrpc":"2.0","id":5,"method":"hook.before_tool","params":{"tool":"exec"',
  `{"jsonrpc":"2.0","id":5,"method":"hook.before_tool","params":${good}} trailing`,
  "{'jsonrpc':'2.0'}",
  "NaN",
  "\u0000",
  "Content-Length: 20",
  '"\ud800',
];
const invalid: readonly [line: string, id: Id][] = [
  ["[]", null],
  ["42", null],
  ["null", null],
  ['"text"', null],
  [`[{"jsonrpc":"2.0","id":5,"method":"hook.before_tool","params":${good}}]`, null],
  ["{}", null],
  ['{"method":"hook.nothing"}', null],
  ['{"id":5}', 5],
  ['{"id":"5","method":"hook.nothing"}', "5"],
  ['{"jsonrpc":"1.0","id":5,"method":"hook.nothing"}', 5],
  ['{"jsonrpc":2,"id":5,"method":"hook.nothing"}', 5],
  ['{"jsonrpc":"2.0"}', null],
  ['{"jsonrpc":"2.0","id":5}', 5],
  ['{"jsonrpc":"2.0","id":5,"method":12}', 5],
  ['{"jsonrpc":"2.0","id":"five","method":null}', "five"],
  ['{"jsonrpc":"2.0","id":5,"method":["hook.before_tool"]}', 5],
  ['{"jsonrpc":"2.0","method":{}}', null],
  ...["null", "true", "[]", "{}", "[5]"].map((id): [string, Id] => [
    `{"jsonrpc":"2.0","id":${id},"method":"hook.before_tool","params":${good}}`,
    null,
  ]),
];
const unknown = [
  "hook.nothing",
  "before_tool",
  "",
  "$/x",
  "$/cancelRequest",
  "$/progress",
  "toString",
  "__proto__",
  "hook.constructor",
];
const silent = [
  "",
  "\r",
  '{"jsonrpc":"2.0","id":5,"result":{}}',
  '{"jsonrpc":"2.0","id":5,"result":null}',
  '{"jsonrpc":"2.0","id":5,"error":{"code":1,"message":"x"}}',
  '{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}',
  '{"jsonrpc":"2.0","method":"hook.nothing"}',
  '{"jsonrpc":"2.0","method":"$/x"}',
  ...["null", "[]", "12", "{}", '{"id":{}}', '{"id":1}'].map(
    (x) => `{"jsonrpc":"2.0","method":"$/cancelRequest","params":${x}}`,
  ),
  ...["[]", "12", '{"token":{}}'].map((x) => `{"jsonrpc":"2.0","method":"$/progress","params":${x}}`),
  '{"jsonrpc":"2.0","method":"$/setTrace","params":{"value":12}}',
  `{"jsonrpc":"2.0","method":"hook.before_tool","params":${good}}`,
  '{"jsonrpc":"2.0","method":"hook.event","params":[1]}',
  '{"jsonrpc":"2.0","method":"hook.event","params":{"Kind":{}}}',
  '{"jsonrpc":"2.0","method":"hook.runtime_event","params":12}',
];

describe.each(policies)("malformed lines, under %s", (POLICY) => {
  const greeted = () => spawnReady("served.mjs", { env: { POLICY } });

  test(`a line that is not JSON gets the error -32700 with id null (${POLICY})`, async () => {
    const hook = await greeted();
    for (const line of notJson) expect(await answersTo(hook, line), line).toEqual(error(-32_700, null));
  });

  test(`JSON that is not a request gets the error -32600, with its id if that is valid (${POLICY})`, async () => {
    const hook = await greeted();
    for (const [line, id] of invalid) expect(await answersTo(hook, line), line).toEqual(error(-32_600, id));
  });

  test(`an unknown method gets the error -32601, even if it begins with $/ (${POLICY})`, async () => {
    const hook = await greeted();
    for (const method of unknown) {
      const line = JSON.stringify({ jsonrpc: "2.0", id: 5, method, params: {} });
      expect(await answersTo(hook, line), line).toEqual(error(-32_601, 5));
    }
  });

  test(`responses, notifications and empty lines get no answer (${POLICY})`, async () => {
    const hook = await greeted();
    for (const line of silent) expect(await answersTo(hook, line), line).toEqual([]);
    await hook.end();
    expect(hook.answers).toHaveLength(1 + silent.length);
  });

  test(`params of hello that are not an object get the error -32602 (${POLICY})`, async () => {
    const hook = await greeted();
    for (const params of ["[]", "12", '"x"', "true", "[{}]"]) {
      const line = `{"jsonrpc":"2.0","id":"x","method":"hook.hello","params":${params}}`;
      expect(await answersTo(hook, line), line).toEqual(error(-32_602, "x"));
    }
  });

  test(`garbage before the handshake does not prevent it (${POLICY})`, async () => {
    const hook = spawnHook("served.mjs", { env: { POLICY } });
    hook.write("\n\r\nnot JSON\n[]\n42\n{}\n");
    expect((await hook.hello()).result).toBeDefined();
    expect(await answersTo(hook, "")).toEqual([]);
  });

  test(`a call that cannot be decoded gets ${POLICY === "block" ? "the denial of its point" : "an error"} (${POLICY})`, async () => {
    const hook = await greeted();
    for (const point of points) {
      for (const [line, code] of undecodable(point)) {
        const answers = await answersTo(hook, line);
        expect(answers, line).toEqual(POLICY === "continue" ? error(code, 5) : [expect.objectContaining({ id: 5 })]);
        if (POLICY === "block")
          expect(answers[0]?.result, line).toSatisfy((result) => isFailure(result, point, "block"));
      }
    }
  });
});

function undecodable(point: string): readonly [line: string, code: number][] {
  const request = (params: string, head = '"jsonrpc":"2.0",') => `{${head}"id":5,"method":"hook.${point}"${params}}`;
  const ofTools = [
    '{"tool":12,"arguments":{}}',
    '{"tool":"exec","arguments":[1]}',
    '{"tool":"exec","arguments":"x"}',
    '{"arguments":{}}',
  ];
  const ofLlm = ['{"model":12}', '{"model":"m","messages":{}}', '{"model":"m","messages":[12],"response":[]}'];
  const params = ["[]", "[1]", "12", '"x"', ...(point.endsWith("tool") ? ofTools : ofLlm)];
  return [
    [request(`,"params":${good}`, ""), -32_600],
    [request(`,"params":${good}`, '"jsonrpc":"1.0",'), -32_600],
    ...params.map((value): [string, number] => [request(`,"params":${value}`), -32_602]),
    [request(""), -32_602],
  ];
}
