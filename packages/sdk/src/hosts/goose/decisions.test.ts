import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { asked } from "../../../test/command-hosts/asked.js";
import { cellsOf, NOT_CARRIED } from "../../../test/command-hosts/cells.js";
import {
  abortTurn,
  approve,
  ask,
  compose,
  defineHook,
  deny,
  type Hook,
  type HookEvent,
  hardAbort,
  modify,
  reject,
  respond,
} from "../../index.js";
import { capabilities } from "./capabilities.js";
import { EVENTS } from "./events.js";

const folder = new URL("fixtures/1.50.0/events/", import.meta.url);
const payload = (name: string) => JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"));
const block = (reason: unknown) => ({ decision: "block", reason });
const call = payload("PreToolUse");

describe("under Goose", () => {
  const onFailure = "block";
  it.each<[string, Omit<Hook, "name" | "~defineHook">, object | undefined]>([
    ["deny", { beforeTool: () => deny("no rm") }, block("no rm")],
    ["reject", { approveTool: () => reject("no rm") }, block("no rm")],
    ["approve counts as no decision", { approveTool: () => approve() }, undefined],
    [
      "the same arguments count as no decision",
      { beforeTool: (its) => modify({ arguments: its.arguments }) },
      undefined,
    ],
  ])("%s", async (_title, handlers, document) => {
    for (const host of [undefined, "goose", "goose@1.50.0"]) {
      const answer = await asked({ name: "h", onFailure, ...handlers }, call, host === undefined ? {} : { host });
      expect(answer).toMatchObject({ failures: [] });
      expect(answer.document).toEqual(document);
    }
  });
});

const { cell, fails, allAreShown } = cellsOf(capabilities);
const denies = block(expect.stringMatching(NOT_CARRIED));

describe("what Goose does not support", () => {
  cell("beforeTool modify.arguments", "a failure that names the way out", () =>
    fails({ beforeTool: () => modify({ arguments: { command: "ls" } }) }, call, /own arguments: deny/, denies),
  );
  cell("beforeTool modify.tool", "a failure", () =>
    fails({ beforeTool: () => modify({ tool: "other" }) }, call, /cannot call another tool/, denies),
  );
  cell("beforeTool respond", "a failure that names the way out", () =>
    fails(
      { respondsTo: ["developer__shell"], beforeTool: () => respond("x") },
      call,
      /offer the tool over MCP/,
      denies,
    ),
  );
  for (const [name, decision] of [
    ["beforeTool abortTurn", abortTurn("stop")],
    ["beforeTool hardAbort", hardAbort("stop")],
  ] as const) {
    cell(name, "as deny", async () => {
      expect((await asked({ name: "h", beforeTool: () => decision }, call)).document).toEqual(block("stop"));
    });
  }
  cell("approveTool approve", "nothing is printed", async () => {
    expect(await asked({ name: "h", approveTool: () => approve() }, call)).toMatchObject({ text: undefined });
  });
  cell("approveTool ask", "a denial", async () => {
    const { document } = await asked({ name: "h", approveTool: () => ask("?") }, call);
    expect(document).toEqual(block("needs a person: ?"));
  });
  for (const name of ["onEvent addContext", "tools offer", "tools answer"]) {
    cell(name, "no event takes it", async () => {
      expect(Object.values(EVENTS).some((event) => "takesContext" in event)).toBe(false);
    });
  }
  allAreShown();
});

describe("the events of Goose", () => {
  it("a block at Stop needs a reason, and is not a denial", async () => {
    const stopping = (reason?: string) =>
      defineHook({
        name: "stopping",
        onFailure: "block",
        native: { goose: { Stop: () => ({ decision: "block", ...(reason && { reason }) }) } },
      });
    const { document, denial } = await asked(stopping("tests") as Hook, payload("Stop"));
    expect({ document, denial }).toEqual({ document: block("tests"), denial: undefined });
    expect(await asked(stopping() as Hook, payload("Stop"))).toMatchObject({
      document: undefined,
      failures: [{ kind: "unsupported" }],
    });
  });

  it("a call that cannot be read is denied, and other answers than a block are never sent", async () => {
    const guard = defineHook({ name: "guard", approveTool: () => approve() }) as Hook;
    const { document } = await asked(guard, { ...call, tool_input: "text" }, { host: "goose" });
    expect(document).toEqual(block(expect.stringContaining("a call that it cannot read")));
    const odd = defineHook({ name: "odd", native: { goose: { PreToolUse: () => ({ decision: "allow" }) } } } as never);
    expect((await asked(compose(guard, odd as Hook), call)).document).toBeUndefined();
  });

  it("an event of a later version reaches onEvent, and a hook that blocks denies it by exit code", async () => {
    const later = { ...payload("SessionEnd"), event: "MoonRise" };
    const seen: unknown[] = [];
    const onEvent = ({ hostKind }: HookEvent) => void seen.push(hostKind);
    for (const surroundings of [{}, { host: "goose" }]) {
      expect((await asked({ name: "h", onEvent }, later, surroundings)).denial).toBeUndefined();
    }
    expect(seen).toEqual(["MoonRise", "MoonRise"]);
    const guard = { name: "h", onFailure: "block" as const, beforeTool: () => {} };
    expect((await asked(guard, later, { host: "goose" })).denial).toContain('unknown goose event "MoonRise"');
  });
});
