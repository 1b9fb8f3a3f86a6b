import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { asked } from "../../../test/command-hosts/asked.js";
import { payloadOf, recordings } from "../../../test/command-hosts/recordings.js";
import type { Fields } from "../../../test/spawn-hook.js";
import { approve, defineHook, type FailurePolicy, type Hook, modify, reject } from "../../index.js";
import { eventOf } from "./event-of.js";
import { EVENT_NAMES } from "./events.js";

const ofCopilot = recordings.filter(({ host }) => host === "copilot");
const denial = { permissionDecision: "deny", permissionDecisionReason: expect.any(String) };
const guard = (onFailure: FailurePolicy): Hook =>
  defineHook({
    name: "guard",
    onFailure,
    approveTool: (call) => (call.arguments.command === "ls" ? approve() : reject("no")),
    afterTool: () => modify({ result: "[gone]" }),
  });
const call = payloadOf("copilot", "preToolUse", { toolName: "bash", toolArgs: { command: "rm" } });

describe("the event of a payload that does not name it", () => {
  it("was recorded for every event", () => {
    expect([...new Set(ofCopilot.map(({ event }) => event))].sort()).toEqual([...EVENT_NAMES].sort());
  });

  it("is derived from the fields of every recording", () => {
    for (const { where, payload, event } of ofCopilot) expect(eventOf(payload), where).toBe(event);
  });

  it("stays preToolUse with a new field of another event, except a result or an error", () => {
    const foreign = [...new Set(ofCopilot.flatMap(({ payload }) => Object.keys(payload)))].filter(
      (key) => !Object.hasOwn(call, key),
    );
    for (const key of foreign) {
      for (const value of key === "toolResult" || key === "error" ? [null] : [null, "x", {}]) {
        expect(eventOf({ ...call, [key]: value }), key).toBe("preToolUse");
      }
    }
    expect(foreign.length).toBeGreaterThan(20);
  });

  it.each([
    ["toolName", null],
    ["toolArgs", null],
    ["toolArgs", 7],
    ["toolArgs", undefined],
    ["error", {}],
  ])("stays preToolUse, and is denied, with %s %j", async (key, value) => {
    const spoilt = { ...call, [key]: value };
    expect(eventOf(spoilt)).toBe("preToolUse");
    expect((await asked(guard("block"), spoilt)).document).toEqual(denial);
  });

  it.each(["SECRET", 7, ["SECRET"]])(
    "is postToolUse with a result of any type, which is withheld: %j",
    async (toolResult) => {
      expect(eventOf({ ...call, toolResult })).toBe("postToolUse");
      expect((await asked(guard("block"), { ...call, toolResult })).document).toMatchObject({ decision: "block" });
    },
  );

  it("is not guessed if the fields fit two events", async () => {
    const two = { ...payloadOf("copilot", "sessionEnd"), source: "new" };
    expect(eventOf(two)).toBeUndefined();
    const answer = await asked(guard("block"), two, { host: "copilot" });
    expect(answer).toMatchObject({ text: undefined, denial: expect.stringContaining("--host copilot/EVENT") });
    expect(await asked(guard("continue"), two, { host: "copilot" })).toMatchObject({ text: undefined, failures: [{}] });
  });
});

describe("the event in --host", () => {
  it("is used, whatever the payload contains", async () => {
    const two = { ...payloadOf("copilot", "sessionEnd"), source: "new" };
    const seen: unknown[] = [];
    const hook = defineHook({ name: "h", onFailure: "block", onEvent: (event) => seen.push(event) });
    expect(await asked(hook, two, { host: "copilot/sessionEnd" })).toMatchObject({ text: undefined, failures: [] });
    expect(seen).toMatchObject([{ hostKind: "sessionEnd" }]);
  });

  it("denies a preToolUse whose fields belong to another event", async () => {
    for (const { where, payload } of ofCopilot.filter(({ event }) => event !== "preToolUse")) {
      const { document, failures } = await asked(guard("block"), payload, { host: "copilot/preToolUse" });
      expect(document, where).toEqual(denial);
      expect(failures, where).toMatchObject([
        { kind: "undecodable", message: expect.stringMatching(/^expected the event pre/) },
      ]);
    }
  });

  it("decides the answer even if a tool call arrives", async () => {
    const { document, failures } = await asked(guard("block"), call, { host: "copilot/postToolUse" });
    expect(document).toEqual({ decision: "block", reason: expect.stringContaining("withheld") });
    expect(failures).toMatchObject([
      { message: "expected the event postToolUse from --host, got the fields of preToolUse" },
    ]);
  });

  it("must be an event of Copilot CLI", async () => {
    const wrong = asked(guard("block"), call, { host: "copilot/PreToolUse" });
    await expect(wrong).rejects.toThrow('"PreToolUse" is not a variant of copilot; expected preToolUse, postToolUse');
  });
});

describe("a payload with a PascalCase event name", () => {
  const folder = new URL("./fixtures/1.0.102/events/pascal-case/", import.meta.url);
  const payloads = readdirSync(folder)
    .filter((file) => file !== "PermissionRequest.json")
    .map((file) => [file, JSON.parse(readFileSync(new URL(file, folder), "utf8")) as Fields] as const);
  const answers: Readonly<Record<string, unknown>> = {
    PreToolUse: denial,
    PostToolUse: { decision: "block", reason: expect.stringMatching(/^\[withheld/) },
    UserPromptSubmit: undefined,
  };

  it.each(payloads)("is a failure that explains itself, and gets an effective denial: %s", async (_file, payload) => {
    for (const host of ["copilot", undefined]) {
      const surroundings = host === undefined ? {} : { host };
      const { document, failures } = await asked(guard("block"), payload, surroundings);
      expect(failures).toMatchObject([
        { kind: "undecodable", message: expect.stringMatching(/PascalCase name.*use "[a-z]/) },
      ]);
      expect(document).toEqual(answers[String(payload.hook_event_name)]);
      const observed = await asked({ name: "h", onFailure: "continue", afterTool: () => {} }, payload, surroundings);
      expect(observed).toMatchObject({ text: undefined, denial: undefined, failures: [{}] });
    }
  });

  it("is denied by an approver under both policies", async () => {
    const [, payload] = payloads.find(([file]) => file === "PreToolUse.json") ?? [];
    expect((await asked(guard("continue"), payload ?? {})).document).toEqual(denial);
  });
});
