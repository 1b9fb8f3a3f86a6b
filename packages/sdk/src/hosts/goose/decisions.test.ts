import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { asked } from "../../../test/command-hosts/asked.js";
import { approve, compose, defineHook, deny, type Hook, type HookEvent, modify, reject } from "../../index.js";

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
