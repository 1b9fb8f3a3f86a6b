import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { OneShotAdapter } from "../../src/command-hook/adapter.js";
import { fieldIn } from "../../src/command-hook/fields.js";
import {
  abortTurn,
  addContext,
  approve,
  ask,
  type Capability,
  defineTool,
  deny,
  type Hook,
  hardAbort,
  modify,
  type Point,
  respond,
  type ToolCall,
} from "../../src/index.js";
import { asked, WITHHELD } from "./asked.js";
import { NOT_CARRIED } from "./cells.js";
import { COMMAND_HOSTS, payloadOf } from "./recordings.js";

type Handlers = Omit<Hook, "name" | "~defineHook">;
type Call = { readonly tool?: string; readonly arguments?: object };

/** A handler that makes each decision of a table. */
const MAKE: Readonly<Record<string, (call: Call) => unknown>> = {
  "modify.arguments": ({ arguments: args }) => modify({ arguments: { ...args, another: 1 } }),
  "modify.tool": () => modify({ tool: "another" }),
  "modify.result": () => modify({ result: "changed" }),
  "modify.messages": () => modify({ messages: [{ role: "user", content: "changed" }] }),
  "modify.model": () => modify({ model: "another" }),
  "modify.tools": () => modify({ tools: [] }),
  "modify.options": () => modify({ options: { another: 1 } }),
  "modify.content": () => modify({ content: "changed" }),
  "modify.reasoning": () => modify({ reasoning: "changed" }),
  "modify.toolCalls": () => modify({ toolCalls: [] }),
  modify: () => modify({ content: "changed" }),
  respond: () => respond("an answer"),
  addContext: () => addContext("a text"),
  deny: () => deny("the reason"),
  abortTurn: () => abortTurn("the reason"),
  hardAbort: () => hardAbort("the reason"),
};

/** Cursor reads an answer only about a result of an MCP server's tool. */
const ABOUT_MCP = { tool_name: "MCP:echo" };

for (const host of COMMAND_HOSTS) {
  const { adapter } = await import(`../../src/hosts/${host}/adapter.ts`);
  describe(`the table of ${host}`, () => itIsTrueOf(host, adapter));
}

function itIsTrueOf(host: string, { capabilities, events, fields, whyDenied }: OneShotAdapter<string, object, object>) {
  const { decisions } = capabilities;
  const eventAt = (point: string) => Object.keys(events).find((event) => events[event]?.point === point);
  const rowsWith = (...supports: readonly string[]) =>
    decisions.flatMap((row) => {
      const event = eventAt(row.point === "approveTool" ? "beforeTool" : row.point);
      return supports.includes(row.support) && event !== undefined ? [{ ...row, event }] : [];
    });
  const answerOf = async (row: Capability & { readonly event: string }, onFailure: "continue" | "block") => {
    const payload = payloadOf(host, row.event, host === "cursor" ? ABOUT_MCP : {});
    const respondsTo = row.decision === "respond" ? [String(fieldIn(payload, fields.tool))] : undefined;
    const handler = { [row.point]: MAKE[row.decision] } as Handlers;
    return asked({ name: "guard", ...(respondsTo && { respondsTo }), ...handler, onFailure } as never, payload, {
      host: adapterName(host, row.event),
    });
  };

  it.each(rowsWith("no").filter(({ decision }) => decision !== "ask"))(
    "$point $decision is a failure that has the words of the row, and a denial under block",
    async (row) => {
      const answer = await answerOf(row, "block");
      expect(answer.failures).toMatchObject([{ kind: "unsupported", hook: "guard" }]);
      expect(answer.stderr).toContain(row.note ?? row.decision.replace("modify.", ""));
      const isDenied = decisions.some(({ point, decision, support }) => {
        return point === row.point && decision === "deny" && support !== "no";
      });
      if (isDenied)
        expect(textsIn(answer.document)).toContainEqual(expect.stringMatching(either(NOT_CARRIED, WITHHELD)));
      else expect(textsIn(answer.document)).toEqual([]);
      expect(textsIn((await answerOf(row, "continue")).document)).toEqual([]);
    },
  );

  it.each(rowsWith("yes", "partly").filter(({ decision }) => ["deny", "abortTurn", "hardAbort"].includes(decision)))(
    "$point $decision gives the host the reason",
    async (row) => {
      const { failures, document } = await answerOf(row, "continue");
      expect(failures).toEqual([]);
      expect(textsIn(document)).toContain("the reason");
      if (row.point !== "afterTool") expect(whyDenied(document as object, row.event)).toBe("the reason");
    },
  );

  it("does not fail for a change without effect", async () => {
    const handlers: Readonly<Record<string, Handlers>> = {
      beforeTool: { beforeTool: ({ tool, arguments: args }) => modify({ tool, arguments: structuredClone(args) }) },
      afterTool: { afterTool: ({ result }) => modify({ result: result.forLlm }) },
    };
    for (const [point, handler] of Object.entries(handlers)) {
      const event = eventAt(point);
      if (event === undefined) continue;
      const { failures } = await asked({ name: "h", ...handler }, payloadOf(host, event), {
        host: adapterName(host, event),
      });
      expect(failures).toEqual([]);
    }
  });

  it("a call of a tool that has the name of the hook's own tool is a call like any other", async () => {
    const seen: unknown[] = [];
    const tool = defineTool({ name: "weather", description: "d", input: z.object({}), run: () => "sunny" });
    const beforeTool = ({ tool, ownTool }: ToolCall) => void seen.push([tool, ownTool]);
    const call = payloadOf(host, eventAt("beforeTool") as string, { [fields.tool]: "weather" });
    const { document = {} } = await asked({ name: "h", tools: [tool], beforeTool }, call);
    expect({ document, seen }).toEqual({ document: {}, seen: [["weather", undefined]] });
  });

  it("approve prints no approval, which could override another hook's denial", async () => {
    const hook = { name: "h", onFailure: "block" as const, approveTool: () => approve() };
    const { document = {}, denial } = await asked(hook, payloadOf(host, eventAt("beforeTool") as string));
    expect({ document, denial }).toEqual({ document: {}, denial: undefined });
  });

  it("ask is a question, or a denial that says that a person is needed", async () => {
    const payload = payloadOf(host, eventAt("beforeTool") as string);
    const { failures, document } = await asked({ name: "h", approveTool: () => ask("sure?") }, payload);
    const [row] = decisions.filter(({ point, decision }) => point === "approveTool" && decision === "ask");
    expect(failures).toEqual([]);
    expect(textsIn(document)).toContain(row?.support === "no" ? "needs a person: sure?" : "sure?");
  });

  it("no event has a point that the table calls never called, and none takes context if the table says no", () => {
    const points = Object.values(events).map(({ point }) => point);
    const unasked = decisions.filter(({ note }) => note?.endsWith("is never called"));
    expect(unasked.filter(({ point }) => points.includes(point as Point))).toEqual([]);
    const [row] = decisions.filter(({ point, decision }) => point === "onEvent" && decision === "addContext");
    expect(Object.values(events).some(({ takesContext }) => takesContext)).toBe(row?.support !== "no");
  });
}

/** The hosts whose payloads do not name their event get it in `--host`. */
function adapterName(host: string, event: string): string {
  return ["copilot", "mcp-gateway"].includes(host) ? `${host}/${event}` : host;
}

function either(one: RegExp, other: RegExp): RegExp {
  return new RegExp(`${one.source}|${other.source}`);
}

/** Returns all texts in a document, at any depth. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
