import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CallName, type Exchange, exchangesOf, filesOf, type Json, VERSIONS } from "../../rules/recorded-calls.js";
import { outcomeOf, startChain, unchanged } from "../../rules/row.js";
import type { Managed, Scripts } from "../../start-manager.js";

// What the recorded host did next shows the effect of a recorded answer. Our rules are not used.

describe.each(VERSIONS)("recorded answers to %s have the recorded effect", (version) => {
  let chain: Managed;
  beforeAll(async () => {
    chain = await startChain(version);
  });
  afterAll(() => chain.manager.close());

  const effectOf = (method: CallName, { params, answer }: Exchange) =>
    outcomeOf(chain.manager, method, params, { zulu: answer });

  describe.each([...filesOf(version)])("%s", (_file, recorded) => {
    const exchanges = exchangesOf(recorded);
    const after = (exchange: Exchange) =>
      exchanges
        .slice(exchanges.indexOf(exchange) + 1)
        .filter(({ params }) => turnOf(params) === turnOf(exchange.params));
    const eventAfter = (exchange: Exchange, kind: string): Json =>
      after(exchange).find(({ params }) => kindOf(params) === kind)?.params;
    const calls = (method: CallName) => exchanges.filter((exchange) => exchange.method === method);
    /** Some recordings lack some kinds of calls. */
    const testWith = (method: CallName) => (calls(method).length > 0 ? test : () => {});

    testWith("hook.before_llm")("the model got the request as before_llm returned it", async () => {
      for (const asked of calls("hook.before_llm")) {
        const { outcome } = await effectOf("hook.before_llm", asked);
        const sent = payloadOf(eventAfter(asked, "llm_request"));
        if (sent === undefined) {
          expect(payloadOf(eventAfter(asked, "turn_end")), asked.where).toMatchObject({ Status: "error" });
          expect(outcome, asked.where).toMatchObject({ outcome: "aborted", scope: "turn" });
          // v0.2.6 reports the reason.
          const payload = payloadOf(eventAfter(asked, "error"));
          if (payload) expect(payload.Message).toBe(`hook aborted turn during before_llm: ${outcome.reason}`);
          continue;
        }
        const { model, messages, tools, options } = outcome.request;
        expect(outcome.outcome, asked.where).toBe("continue");
        expect(sent, asked.where).toMatchObject({
          Model: model,
          MessagesCount: messages.length,
          ToolsCount: tools.length,
          MaxTokens: options.max_tokens,
          Temperature: options.temperature,
        });
      }
    });

    testWith("hook.after_llm")("the turn continued with the reply as after_llm returned it", async () => {
      for (const asked of calls("hook.after_llm")) {
        const { outcome } = await effectOf("hook.after_llm", asked);
        const { content, tool_calls: toolCalls } = outcome.response;
        expect(payloadOf(eventAfter(asked, "llm_response")), asked.where).toMatchObject({
          ContentLen: Buffer.byteLength(content),
          ToolCalls: toolCalls?.length ?? 0,
        });
        const end = payloadOf(eventAfter(asked, "turn_end"));
        const isLast = !after(asked).some(({ method }) => method === "hook.after_llm");
        if (isLast) expect(end, asked.where).toMatchObject({ FinalContentLen: Buffer.byteLength(content) });
        if (isLast && "FinalContent" in end) expect(end.FinalContent, asked.where).toBe(content);
      }
    });

    testWith("hook.before_tool")("a tool call has the same effect in runTool", async () => {
      for (const asked of calls("hook.before_tool")) {
        const round = roundOf(asked, after(asked));
        const ran = round.calls.find(({ method }) => method === "hook.after_tool");
        let executed: unknown;
        await chain.received();
        const { text } = await chain.manager.runTool(
          { ...asked.params, scripts: scriptsOf([asked, ...round.calls]) },
          (call) => {
            executed = call;
            return ran?.params.result;
          },
        );
        const received = (await chain.received()).filter(({ hook }) => hook === "zulu");
        expect(received.map(essence), asked.where).toEqual([asked, ...round.calls].map(essence));
        expect(executed, asked.where).toEqual(
          ran === undefined ? undefined : { tool: ran.params.tool, arguments: ran.params.arguments },
        );
        expect(text, asked.where).toBe(round.text);
      }
    });

    testWith("hook.before_tool")("each kind of call has the same effect on its own", async () => {
      for (const asked of calls("hook.before_tool")) {
        const round = roundOf(asked, after(asked));
        const next = (method: CallName) => round.calls.find((exchange) => exchange.method === method);
        const before = await effectOf("hook.before_tool", asked);
        const approval = next("hook.approve_tool");
        if (approval === undefined) {
          const { text = before.outcome.result.for_llm } = before.outcome;
          expect(text, asked.where).toBe(round.text);
          continue;
        }
        const { tool, arguments: args } = approval.params;
        expect(before.outcome, asked.where).toMatchObject({ outcome: "continue", tool, arguments: args });
        const approved = await effectOf("hook.approve_tool", approval);
        const ran = next("hook.after_tool");
        if (ran === undefined) {
          expect(approved.outcome, asked.where).toMatchObject({ outcome: "denied", text: round.text });
          continue;
        }
        expect(approved.outcome, asked.where).toEqual(unchanged("hook.approve_tool", {}));
        const finished = await effectOf("hook.after_tool", ran);
        expect(finished.outcome.result.for_llm, asked.where).toBe(round.text);
      }
    });
  });
});

/** Returns the calls of one tool round, and the text that the model then received. */
function roundOf(asked: Exchange, later: readonly Exchange[]): { readonly calls: Exchange[]; readonly text: string } {
  const isNext = ({ method }: Exchange) => method === "hook.before_tool" || method === "hook.before_llm";
  const calls = later.slice(0, later.findIndex(isNext)).filter(({ answer }) => answer !== undefined);
  const next = later.findIndex(({ method }) => method === "hook.before_llm");
  const siblings = later.slice(0, next).filter(({ method }) => method === "hook.before_tool").length;
  const message = (later[next] as Exchange).params.messages.at(-1 - siblings);
  expect(message.role, asked.where).toBe("tool");
  return { calls, text: message.content };
}

function scriptsOf(exchanges: readonly Exchange[]): Scripts {
  return { zulu: Object.fromEntries(exchanges.map(({ method, answer }) => [method, { result: answer }])) };
}

/** Drops values that depend on the clock or on the host's code, and the place of origin that v0.2.6 sends. */
function essence({ method, params }: { readonly method: string; readonly params: Json }): object {
  const { duration: _duration, channel: _channel, chat_id: _chat, ...rest } = params;
  return { method, params: { ...rest, meta: { ...rest.meta, TracePath: undefined } } };
}

function turnOf({ meta, Meta, scope }: Json): unknown {
  return meta?.TurnID ?? Meta?.TurnID ?? scope?.turn_id;
}

const OLD_KINDS: Readonly<Record<number, string>> = { 1: "turn_end", 2: "llm_request", 4: "llm_response", 18: "error" };

function kindOf({ Kind, kind }: Json): string | undefined {
  return OLD_KINDS[Kind] ?? kind?.replace("agent.", "").replace(".", "_");
}

function payloadOf(event: Json): Json {
  return event?.Payload ?? event?.payload;
}
