import { describe, expect, it } from "vitest";
import { addContext, compose, defineHook, deny, type Hook, modify } from "../../src/index.js";
import { HOST_EVENTS } from "../../src/launcher/index.js";
import { hosts } from "../../src/serve/hosts.js";
import { asked, handledCall } from "./asked.js";
import {
  COMMAND_HOSTS,
  canChangeShell,
  payloadOf,
  recordings,
  shellResult,
  silenceOf,
  simulationOf,
} from "./recordings.js";

const specific = (event: string, output: object) => ({ hookSpecificOutput: { hookEventName: event, ...output } });
const context = (event: string, additionalContext: string) => specific(event, { additionalContext });
const dockerContext = (event: string, text: string) => ({
  hook_specific_output: { hook_event_name: event, additional_context: text },
});
const block = (reason: unknown) => ({ decision: "block", reason });
const PLUGIN: Answers = {
  prompt: (text) => ({ context: text }),
  denial: (reason) => ({ decision: "deny", reason }),
  beside: (text) => ({ context: text }),
};

/** The exact answers of each host. A host without `beside` or `start` does not support them. */
const ANSWERS: Readonly<Record<string, Answers>> = {
  "claude-code": {
    prompt: (text) => context("UserPromptSubmit", text),
    denial: block,
    beside: (text) => context("PostToolUse", text),
    start: (text) => context("SessionStart", text),
  },
  codex: {
    prompt: (text) => context("UserPromptSubmit", text),
    denial: block,
    beside: (text) => context("PostToolUse", text),
    start: (text) => context("SessionStart", text),
  },
  gemini: {
    prompt: (text) => context("BeforeAgent", text),
    denial: (reason) => ({ decision: "deny", reason }),
    beside: (text) => context("AfterTool", text),
  },
  copilot: {
    prompt: (text) => ({ additionalContext: text }),
    denial: block,
    beside: (text) => ({ additionalContext: text }),
    start: (text) => ({ additionalContext: text }),
  },
  qwen: {
    prompt: (text) => context("UserPromptSubmit", text),
    denial: block,
    beside: (text) => context("PostToolUse", text),
    start: (text) => context("SessionStart", text),
  },
  droid: {
    prompt: (text) => context("UserPromptSubmit", text),
    denial: (stopReason) => ({ continue: false, stopReason }),
    beside: (text) => context("PostToolUse", text),
    start: (text) => context("SessionStart", text),
  },
  cursor: {
    prompt: (text) => ({ additional_context: text }),
    denial: (reason) => ({ continue: false, user_message: reason }),
    beside: (text) => ({ additional_context: text }),
    start: (text) => ({ additional_context: text }),
  },
  kimi: {
    prompt: (text) => specific("UserPromptSubmit", { message: text }),
    denial: (reason) => specific("UserPromptSubmit", { permissionDecision: "deny", permissionDecisionReason: reason }),
  },
  opencode: PLUGIN,
  kilo: PLUGIN,
  "docker-agent": {
    prompt: (text) => dockerContext("user_prompt_submit", text),
    denial: block,
    start: (text) => dockerContext("session_start", text),
  },
};

interface Answers {
  readonly prompt: (text: string) => object;
  readonly denial: (reason: unknown) => object;
  readonly beside?: (text: string) => object;
  readonly start?: (text: string) => object;
}

const SESSION_STARTS = ["SessionStart", "sessionStart", "session_start", "session.created"];

const promptEvents = (host: string) =>
  Object.entries(HOST_EVENTS[host] ?? {}).flatMap(([event, { point }]) => (point === "onPrompt" ? [event] : []));
/** Docker's MCP gateway does not see prompts. */
const PROMPTED = COMMAND_HOSTS.filter((host) => promptEvents(host).length > 0);
const promptOf = (host: string, prompt = "do it") => payloadOf(host, promptEvents(host)[0] ?? "", { prompt });
const sessionOf = (host: string) =>
  payloadOf(host, Object.keys(HOST_EVENTS[host] ?? {}).find((event) => SESSION_STARTS.includes(event)) ?? "");
/** Copilot CLI's payloads do not name their event. */
const at = (host: string) => ({ host: host === "copilot" ? undefined : host }) as { host?: string };
const ask = (host: string, hook: Hook, payload: object) => asked(hook, payload, at(host));

describe.each(PROMPTED)("under %s", (host) => {
  const { prompt, denial, beside, start } = ANSWERS[host] as Answers;
  const silence = silenceOf(host, promptEvents(host)[0] ?? "");

  it("every recorded prompt reaches onPrompt, with its text and the host's object", async () => {
    const recorded = recordings.filter((one) => one.host === host && promptEvents(host).includes(one.event));
    expect(recorded).not.toEqual([]);
    for (const { payload, where } of recorded) {
      // Qwen Code sends the event again with an empty prompt before each further call of the model.
      if (payload.prompt === "") {
        expect(await handledCall(payload), where).not.toHaveProperty("onPrompt");
        continue;
      }
      const messages = payload.steering_messages as readonly string[] | undefined;
      const [part] = Array.isArray(payload.prompt) ? payload.prompt : [{ text: payload.prompt }];
      expect((await handledCall(payload)).onPrompt, where).toMatchObject({
        prompt: part.text ?? messages?.join("\n\n"),
        sessionId: payload.session_id ?? payload.sessionId,
        raw: payload,
      });
    }
  });

  it("context, a denial and no decision are the exact answers to a prompt", async () => {
    const text = "today is <Monday>";
    const added = await ask(host, defineHook({ name: "h", onPrompt: () => addContext(text) }), promptOf(host));
    expect(added).toMatchObject({ document: prompt(text), denial: undefined, failures: [] });
    const no = "no secrets";
    const denied = await ask(host, defineHook({ name: "h", onPrompt: () => deny(no) }), promptOf(host));
    expect(denied).toMatchObject({ document: denial(no), denial: no, failures: [] });
    expect((await ask(host, defineHook({ name: "h", onPrompt: () => undefined }), promptOf(host))).text).toBe(silence);
  });

  it("a prompt that cannot be read is denied only by a block hook that handles prompts", async () => {
    const broken = promptOf(host, 7 as never);
    const hook = { name: "h", onFailure: "block" } as const;
    const guard = defineHook({ ...hook, onPrompt: () => addContext("x") });
    expect((await ask(host, guard, broken)).document).toEqual(denial(expect.any(String)));
    expect((await ask(host, defineHook({ ...hook, beforeTool: () => {} }), broken)).text).toBeUndefined();
  });

  it("context next to a result keeps the result, or fails with an explanation", async () => {
    const hook = defineHook({ name: "lint", afterTool: () => addContext("2 warnings") });
    const answer = await ask(host, hook, shellResult(host, "ok"));
    if (beside !== undefined) return expect(answer).toMatchObject({ document: beside("2 warnings"), failures: [] });
    expect(answer.text).toBeUndefined();
    expect(answer.failures).toMatchObject([
      {
        kind: "unsupported",
        message: expect.stringMatching(/append the text to the result with modify|reads no answer after a tool/),
      },
    ]);
  });

  const canDoBoth = beside !== undefined && canChangeShell(host);
  it.runIf(canDoBoth)("context reaches the model together with a result that another member changed", async () => {
    const redacts = defineHook({ name: "redacts", afterTool: () => modify({ result: "[gone]" }) });
    const lints = defineHook({
      name: "lints",
      afterTool: ({ result }) => addContext(`${result.forLlm}: 2 warnings`),
    });
    const payload = shellResult(host, "SECRET");
    const { text = "", failures } = await ask(host, compose(redacts, lints), payload);
    expect(failures).toEqual([]);
    expect(text).not.toContain("SECRET");
    const { afterTool, changeBy, version } = simulationOf(host);
    const { result, context: given } = changeBy({
      event: afterTool,
      payload,
      answer: { stdout: text },
      situation: {},
      version,
    });
    expect(JSON.stringify(result)).toContain("[gone]");
    expect(JSON.stringify([result, given])).toContain("[gone]: 2 warnings");
  });

  it("context at the start of a session is passed on, or is a failure with an explanation", async () => {
    const { failures, document, stderr } = await ask(
      host,
      defineHook({ name: "h", onEvent: { "session.start": () => addContext("sprint 7") } }),
      sessionOf(host),
    );
    if (start !== undefined) {
      expect(failures).toEqual([]);
      return expect(document).toEqual(start("sprint 7"));
    }
    expect(failures).toMatchObject([{ kind: "unsupported", message: expect.stringContaining("use onPrompt") }]);
    expect(stderr).toContain("adds no context at this event");
    expect(document).toBeUndefined();
  });

  it("context reaches the model at every event that takes it", async () => {
    const { changeBy, payloads, version } = simulationOf(host);
    const taking = Object.entries(HOST_EVENTS[host] ?? {}).flatMap(([event, rules]) =>
      rules.takesContext ? event : [],
    );
    expect(taking.length > 0).toBe(start !== undefined);
    for (const event of taking) {
      const payload = payloads[event] ?? {};
      const hook = defineHook({ name: "h", onEvent: () => addContext("sprint 7") });
      const { text: stdout = "" } = await ask(host, hook, payload);
      const { context: given } = changeBy({ event, payload, answer: { stdout }, situation: {}, version });
      expect(given, event).toEqual(["sprint 7"]);
    }
  });

  it("the table agrees", () => {
    const supports = (point: string, decision: string) =>
      hosts[host as keyof typeof hosts].decisions.some(
        (row) => row.point === point && row.decision === decision && row.support !== "no",
      );
    expect(supports("onPrompt", "addContext")).toBe(true);
    expect(supports("onPrompt", "deny")).toBe(true);
    expect(supports("afterTool", "addContext")).toBe(beside !== undefined);
    expect(supports("onEvent", "addContext")).toBe(start !== undefined);
  });
});
