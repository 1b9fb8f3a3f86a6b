import { broken } from "../finding.js";
import type { HookSession } from "../hook-session.js";
import type { Rule } from "../rule.js";
import { type CallMethod, PROBE_TOOL, sampleParams } from "../sample-calls.js";

const DIES = "A hook that exits is never restarted: from then on the host skips it and denies every approval.";
const GLUED =
  "PicoClaw v0.2.6 to v0.2.9 (code): an abandoned write leaves half a line, and the next line arrives glued to it";
const JSON_RPC = "JSON-RPC 2.0, sections 4 to 6: any host may send it; PicoClaw was not observed to";

interface Malformed extends Omit<Rule, "why" | "check"> {
  lines(method: CallMethod): readonly (string | Uint8Array)[];
}

/** An id far above every id that `nextId` returns. */
const STRAY_ID = 9_000_001;
const request = (fields: object): string => JSON.stringify({ jsonrpc: "2.0", id: STRAY_ID, ...fields });
const ofProbe = (text: string): string =>
  `{"jsonrpc":"2.0","id":${STRAY_ID},"method":"hook.before_tool","params":{"tool":"${PROBE_TOOL}","arguments":${text}}}`;

const strayLines: readonly Malformed[] = [
  {
    id: "malformed/answers",
    sentence: "An answer to a call that the hook never made is ignored; the next call is answered.",
    source: JSON_RPC,
    lines: () => [request({ result: {} }), request({ error: { code: 1, message: "no" } })],
  },
  {
    id: "malformed/blank",
    sentence: "An empty line is ignored; the next call is answered.",
    source: "The wire consists of lines; hosts may end a line twice",
    lines: () => ["", "   ", "\r"],
  },
  {
    id: "malformed/deep",
    sentence: "Arguments that are nested 2,000 levels deep do not end the hook; the next call is answered.",
    source:
      "PicoClaw (code): arguments are what the model wrote; Go reads and writes JSON that is nested up to 10,000 deep",
    lines: () => [ofProbe(`{"a":${"[".repeat(2000)}${"]".repeat(2000)}}`)],
  },
  {
    id: "malformed/glued",
    sentence: "Half a line with the next one glued to it is skipped; the call after it is answered.",
    source: GLUED,
    lines: (method) => [`${request({ method }).slice(0, -9)}${request({ method, params: {} })}`],
  },
  {
    id: "malformed/no-method",
    sentence: "An object without a method does not end the hook; the next call is answered.",
    source: JSON_RPC,
    lines: () => ["{}", '{"jsonrpc":"2.0"}', request({}), request({ method: 12 }), request({ method: null })],
  },
  {
    id: "malformed/no-version",
    sentence: 'A call without "jsonrpc": "2.0" does not end the hook; the next call is answered.',
    source: JSON_RPC,
    lines: (method) => [
      JSON.stringify({ id: STRAY_ID, method, params: sampleParams(method) }),
      JSON.stringify({ jsonrpc: "1.0", id: STRAY_ID + 1, method, params: sampleParams(method) }),
    ],
  },
  {
    id: "malformed/not-an-object",
    sentence: "JSON that is not an object (an array, a number, null) does not end the hook; the next call is answered.",
    source: JSON_RPC,
    lines: () => ["[]", "42", "null", '"text"', "true", "[1]"],
  },
  {
    id: "malformed/not-json",
    sentence: "A line that is not JSON does not end the hook; the next call is answered.",
    source: GLUED,
    lines: () => ["hello", "{", "\u0000", "{'a':1}", "}{"],
  },
  {
    id: "malformed/not-utf8",
    sentence: "Bytes that are not UTF-8 do not end the hook; the next call is answered.",
    source: `${GLUED}; the half can end within a character`,
    lines: () => [Buffer.from(`${ofProbe('{"a":"\xe6\xbc"}')}`, "latin1"), Uint8Array.of(0xff, 0xfe)],
  },
  {
    id: "malformed/nulls",
    sentence: "null in every optional field of a call does not end the hook; the next call is answered.",
    source: "PicoClaw v0.2.6 to v0.2.9 (run): some fields are null when empty, such as reasoning_details",
    lines: (method) => {
      const { tool, model, response, result } = sampleParams(method) as Record<string, unknown>;
      const kept = { tool, model, response, result };
      const nothing = { meta: null, context: null, arguments: null, messages: null, tools: null, options: null };
      return [request({ method, params: { ...kept, ...nothing } }), request({ method, params: null })];
    },
  },
  {
    id: "malformed/unknown-notification",
    sentence: "An unknown notification is ignored; the next call is answered.",
    source:
      "JSON-RPC 2.0, section 4.1; PicoClaw v0.2.9 (run) added hook.runtime_event, which is unknown to older hooks",
    lines: () => [
      '{"jsonrpc":"2.0","method":"hook.nothing_yet","params":{"a":1}}',
      '{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}',
      '{"jsonrpc":"2.0","method":"$/cancelRequest","params":null}',
    ],
  },
  {
    id: "malformed/wrong-types",
    sentence: "A call whose params have wrong types does not end the hook; the next call is answered.",
    source: JSON_RPC,
    lines: (method) => [
      ...[[], [1], 12, "x"].map((params) => request({ method, params })),
      request({ method, params: { tool: 12, arguments: "x", model: [], messages: {}, response: 1, result: [] } }),
    ],
  },
];

export const malformed: readonly Rule[] = [
  ...strayLines.map(({ lines, ...rule }) => ({
    ...rule,
    why: DIES,
    check: async (session: HookSession) => {
      const [method] = await session.answered();
      for (const line of lines(method)) await survives(session, line);
    },
  })),
  {
    id: "malformed/odd-values",
    sentence: "Calls with lone surrogates, U+2028, very large integers and keys such as __proto__ are answered.",
    source: "PicoClaw (code): arguments and texts are what the model and the user wrote",
    why: DIES,
    async check(session) {
      for (const method of await session.answered()) {
        const hook = await session.shared();
        await session.mustAnswer(hook, method, sampleParams(method, "\ud800 \u2028 \u0000 \u007f \u{1f99e}"));
        const odd = JSON.parse('{"__proto__":{"a":1},"constructor":null,"":0,"n":123456789012345678901234567890}');
        await session.mustAnswer(hook, method, { ...sampleParams(method), arguments: odd, x_odd: odd });
      }
    },
  },
  {
    id: "malformed/unknown-method",
    sentence: "An unknown call is answered, preferably with an error; the next call is answered.",
    source: "JSON-RPC 2.0, section 5.1 (-32601); later versions of PicoClaw may add calls, as they added an event",
    why: "The host waits until its timeout at each such call.",
    async check(session) {
      const [method] = await session.answered();
      const hook = await session.shared();
      const { answer, sent, received } = await hook.ask("hook.nothing_yet", {}, session.limitOf(method));
      if (answer === undefined) throw broken(sent, received);
      await session.barrier(hook, sent);
    },
  },
];

async function survives(session: HookSession, line: string | Uint8Array): Promise<void> {
  const hook = await session.shared();
  hook.write(typeof line === "string" ? `${line}\n` : Buffer.concat([line, Buffer.from("\n")]));
  const shown = typeof line === "string" ? line : Buffer.from(line).toString();
  await session.barrier(hook, shown.trim() === "" ? "an empty line" : shown);
}
