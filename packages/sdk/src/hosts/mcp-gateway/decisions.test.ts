import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { asked, WITHHELD } from "../../../test/command-hosts/asked.js";
import { cellsOf, NOT_CARRIED } from "../../../test/command-hosts/cells.js";
import {
  addContext,
  approve,
  ask,
  compose,
  defineHook,
  deny,
  type Hook,
  modify,
  reject,
  respond,
} from "../../index.js";
import { adapter } from "./adapter.js";
import { eventOf, recognise } from "./events.js";

const folder = new URL("fixtures/2bd20fe8/", import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), "utf8");
const payload = (name: string) => JSON.parse(read(`events/${name}.json`));
const text = (value: unknown) => ({ content: [{ type: "text", text: value }] });
const error = (value: unknown) => ({ ...text(value), isError: true });

const call = payload("before");
const result = payload("after");
const failed = payload("after.failed");
const media = payload("after.media");
const [, image] = media.content;

describe("under the MCP gateway", () => {
  const onFailure = "block";
  it.each<[string, Omit<Hook, "name" | "~defineHook">, object, object | undefined]>([
    ["deny is an error of the tool", { beforeTool: () => deny("no rm") }, call, error("no rm")],
    ["reject is an error of the tool", { approveTool: () => reject("no rm") }, call, error("no rm")],
    ["ask is a denial, because no one can be asked", { approveTool: () => ask("?") }, call, error("needs a person: ?")],
    ["approve lets the call pass", { approveTool: () => approve() }, call, undefined],
    [
      "the same arguments let the call pass",
      { beforeTool: ({ arguments: args }) => modify({ arguments: { ...args } }) },
      call,
      undefined,
    ],
    [
      "respond answers in the tool's place, with an object and an image",
      {
        respondsTo: ["echo"],
        beforeTool: () => respond({ forLlm: "4", structured: { sum: 4 }, content: [image] }),
      },
      call,
      { content: [{ type: "text", text: "4" }, image], structuredContent: { sum: 4 } },
    ],
    [
      "respond with an error has no object",
      { respondsTo: ["echo"], beforeTool: () => respond({ forLlm: "x", isError: true, structured: { a: 1 } }) },
      call,
      error("x"),
    ],
    ["a changed result replaces the text", { afterTool: () => modify({ result: "***" }) }, result, text("***")],
    [
      "a result that the hook replaces with itself passes",
      { afterTool: ({ result: { forLlm } }) => modify({ result: forLlm }) },
      result,
      undefined,
    ],
    ["a failed result stays an error", { afterTool: () => modify({ result: "***" }) }, failed, error("***")],
    [
      "a changed text keeps images, and drops the object that may repeat the text",
      { afterTool: ({ result: its }) => modify({ result: { ...its, forLlm: "***" } }) },
      media,
      { content: [{ type: "text", text: "***" }, image] },
    ],
    [
      "the text has the object of a result, so a redactor sees it",
      { afterTool: ({ result: { forLlm } }) => modify({ result: forLlm.replace('{"a":1}', "***") }) },
      media,
      { content: [{ type: "text", text: "a\n***" }, image] },
    ],
    ["deny withholds a result", { afterTool: () => deny("secret") }, result, error("secret")],
    [
      "addContext appends a text",
      { afterTool: () => addContext("note") },
      result,
      { content: [...result.content, { type: "text", text: "note" }] },
    ],
  ])("%s", async (_title, handlers, given, document) => {
    const answer = await asked({ name: "h", onFailure, ...handlers }, given, { host: `mcp-gateway/${eventOf(given)}` });
    expect(answer).toMatchObject({ failures: [] });
    expect(answer.document).toEqual(document);
    expect(await asked({ name: "h", onFailure, ...handlers }, given)).toMatchObject({ text: answer.text });
  });
});

const { cell, fails, allAreShown } = cellsOf(adapter.capabilities);
const denies = error(expect.stringMatching(NOT_CARRIED));
const withholds = error(expect.stringMatching(WITHHELD));

describe("what the MCP gateway does not support", () => {
  it("respond with media is a failure", () =>
    fails(
      { respondsTo: ["echo"], beforeTool: () => respond({ forLlm: "x", media: ["media://1"] }) },
      call,
      /does not pass on media/,
      denies,
    ));
  for (const name of ["afterTool modify.result", "afterTool deny", "afterTool addContext"]) {
    cell(name, "the call has no tool, so a filter of names never selects it", async () => {
      const seen: unknown[] = [];
      const afterTool = ({ tool, kind, arguments: args }: object & Record<"tool" | "kind" | "arguments", unknown>) =>
        void seen.push([tool, kind, args]);
      await asked({ name: "h", afterTool }, result);
      await asked({ name: "h", toolFilter: { names: ["echo"] }, afterTool }, result);
      await asked({ name: "h", toolFilter: { kinds: ["mcp"] }, afterTool }, result);
      expect(seen).toEqual([
        ["", "mcp", {}],
        ["", "mcp", {}],
      ]);
    });
  }
  it("another field of a result is a failure", () =>
    fails({ afterTool: () => modify({ result: { forUser: "x" } }) }, result, /pass on forUser/, withholds));
  cell("onEvent events", "the start and the end of a call", async () => {
    const kinds: string[] = [];
    const note = ({ kind }: { readonly kind: string }) => void kinds.push(kind);
    const hook = { name: "h", onEvent: { "tool.start": note, "tool.end": note } };
    for (const given of [call, result])
      expect(await asked(hook, given)).toMatchObject({ failures: [], text: undefined });
    expect(kinds).toEqual(["tool.start", "tool.end"]);
  });
  allAreShown();
});

describe("the recordings of the MCP gateway", () => {
  it.each(["before.text", "before.list", "before.nested"])(
    "%s is denied by a guard: it cannot be read",
    async (name) => {
      expect(recognise(payload(name))).toBe(1);
      const hook = defineHook({ name: "h", onFailure: "block", beforeTool: () => {} });
      const answer = await asked(hook, read(`events/${name}.json`), { host: "mcp-gateway/before" });
      expect(answer.document).toEqual(error(expect.stringContaining("a call that it cannot read")));
    },
  );

  it("let a tool run only if the hook before it prints nothing and exits with 0", () => {
    const outcomes = read("outcomes.jsonl")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const before = outcomes.filter(({ event }) => event === "before");
    expect(before.length).toBeGreaterThan(20);
    for (const { stdout, exit, observed } of before) {
      expect(observed.tool === "ran", observed.scenario).toBe(stdout === "" && exit === 0);
    }
    const accepted = (event: string) =>
      outcomes.flatMap((one) => (one.event === event && one.observed.scenario === "error" ? [one] : []));
    for (const event of ["before", "after"]) {
      expect(accepted(event)).toMatchObject([
        { stdout: JSON.stringify(error("no")), observed: { result: error("no") } },
      ]);
    }
  });

  it("have null after a tool that threw: nothing to look at, so nothing is printed", async () => {
    const guard: Hook = { name: "guard", onFailure: "block", afterTool: () => deny("never") } as never;
    expect(await asked(guard, "null", { host: "mcp-gateway/after" })).toMatchObject({ text: undefined, failures: [] });
    const { document } = await asked(guard, "nul", { host: "mcp-gateway/after" });
    expect(document ?? "exit code").toBeDefined();
  });
});

it("several members: a denial takes precedence before a call, and after it the last answer has all changes", async () => {
  const native = (name: string, place: "before" | "after", answer: (given: never) => object) =>
    defineHook({ name, native: { "mcp-gateway": { [place]: answer } } } as never) as Hook;
  const instead = native("instead", "before", () => text("instead"));
  const denying = native("denying", "before", () => error("no"));
  expect((await asked(compose(instead, denying), call)).document).toEqual(error("no"));
  const redacting = defineHook({ name: "redacting", afterTool: () => modify({ result: "***" }) });
  const appending = native("appending", "after", ({ content }: { content: object[] }) => ({
    content: [...content, { type: "text", text: "x" }],
  }));
  expect((await asked(compose(redacting, appending), failed)).document).toEqual({
    content: [...text("***").content, { type: "text", text: "x" }],
    isError: true,
  });
});

it("a payload of the other place than the host names is denied", async () => {
  const guard = { name: "guard", onFailure: "block", afterTool: () => undefined } as const;
  const { document, stderr } = await asked(guard, call, { host: "mcp-gateway/after" });
  expect(document).toEqual(withholds);
  expect(stderr).toContain("expected the payload of after, as --host names it, got one of before");
});
