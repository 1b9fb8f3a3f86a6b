import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import type { DecisionRecord } from "@agent-hook/sdk/internal/record";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { UiServer } from "../../src/ui/server.js";
import { record } from "../log/log-of.js";
import { FakeQuestions, question } from "./fake-questions.js";
import { openPage, startUi } from "./started.js";

interface StreamEvent {
  readonly name: string;
  // biome-ignore lint/suspicious/noExplicitAny: each event has data of its own
  readonly data: any;
}

/** Opens the stream as the page does, and collects its events. */
async function stream(ui: UiServer) {
  const headers = await openPage(ui);
  const events: StreamEvent[] = [];
  const sent = request({ host: "127.0.0.1", port: ui.port, path: "/api/events", headers }, (response) => {
    let text = "";
    response.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      const whole = text.split("\n\n");
      text = whole.pop() ?? "";
      for (const event of whole) {
        const [, name = "", data] = /^event: (.*)\ndata: (.*)$/.exec(event) ?? [];
        if (data !== undefined) events.push({ name, data: JSON.parse(data) });
      }
    });
    response.on("error", () => {});
  });
  sent.on("error", () => {}).end();
  onTestFinished(() => void sent.destroy());
  const records = () =>
    events.filter(({ name }) => name === "decisions").flatMap(({ data }) => data as DecisionRecord[]);
  return {
    events,
    records,
    ids: () => records().map(({ id }) => id),
    lists: () => events.filter(({ name }) => name === "questions").map(({ data }) => data),
  };
}

const ids = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => String(from + at).padStart(8, "0"));
const WAIT = { timeout: 600_000, interval: 20 };

describe("what the page receives", () => {
  test("what became of the calls that asked for a process that stays", async () => {
    const { ui, log } = await startUi();
    const residents = join(log, "agent-hook/residents");
    mkdirSync(residents, { recursive: true });
    writeFileSync(join(residents, "calls"), "1796000000 7 answered\n");
    vi.stubEnv("XDG_STATE_HOME", log);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { events } = await stream(ui);
    const lines = [expect.stringContaining("processes that stay answered 7 calls")];
    await expect.poll(() => events, WAIT).toContainEqual({ name: "residents", data: lines });
  });

  test("the newest decisions, then each new one, none twice and in the order of the log", async () => {
    const { ui, append } = await startUi();
    append(1, ...ids(0, 700).map((id) => record(id)));
    const { ids: received, events } = await stream(ui);
    await vi.waitFor(() => expect(received()).toHaveLength(700), WAIT);
    append(1, ...ids(700, 300).map((id) => record(id)));
    await vi.waitFor(() => expect(received()).toHaveLength(1000), WAIT);
    expect(received()).toEqual(ids(0, 1000));
    expect(events[0]).toEqual({ name: "start", data: { asksAgain: false } });
  });

  test("at most the newest 10,000 of a long log", async () => {
    const { ui, append } = await startUi();
    append(1, ...ids(0, 6000).map((id) => record(id)));
    append(2, ...ids(6000, 6000).map((id) => record(id)));
    const { ids: received } = await stream(ui);
    await vi.waitFor(() => expect(received().at(-1)).toBe("00011999"), WAIT);
    expect(received().slice(-10_000)).toEqual(ids(2000, 10_000));
  });

  test("decisions in the log's next file, and after the log was deleted and started again", async () => {
    const { ui, append, file } = await startUi();
    append(1, record("aaaaaaaa"), record("aaaaaaab"));
    const { ids: received } = await stream(ui);
    await vi.waitFor(() => expect(received()).toHaveLength(2), WAIT);
    append(2, record("bbbbbbbb"));
    append(1, record("aaaaaaac"));
    await vi.waitFor(() => expect(received().sort()).toEqual(["aaaaaaaa", "aaaaaaab", "aaaaaaac", "bbbbbbbb"]), WAIT);
    rmSync(file(1));
    rmSync(file(2));
    append(1, record("cccccccc"));
    await vi.waitFor(() => expect(received()).toContain("cccccccc"), WAIT);
  });

  test("each page receives everything, also after another one has left", async () => {
    const { ui, append } = await startUi();
    const first = await stream(ui);
    const second = await stream(ui);
    append(1, record("aaaaaaaa"));
    for (const page of [first, second]) await vi.waitFor(() => expect(page.ids()).toEqual(["aaaaaaaa"]), WAIT);
  });

  test("lines that no hook wrote are left out: torn ones, and a megabyte of arguments", async () => {
    const { ui, append, file } = await startUi();
    writeFileSync(file(1), "torn {\n");
    append(1, record("aaaaaaaa", { arguments: { command: "x".repeat(6000) } }));
    append(1, record("aaaaaaab", { arguments: { command: "x".repeat(1_000_000) } }));
    append(1, record("aaaaaaac"));
    const { records, ids } = await stream(ui);
    await vi.waitFor(() => expect(ids()).toEqual(["aaaaaaaa", "aaaaaaac"]), WAIT);
    expect(records()[0]?.arguments).toEqual({ command: "x".repeat(6000) });
  });

  test("the questions, whenever they change, and why they cannot be read", async () => {
    const questions = new FakeQuestions([question("abc")]);
    const { ui } = await startUi({ questions });
    const { lists } = await stream(ui);
    await vi.waitFor(() => expect(lists()).toEqual([{ questions: questions.questions }]), WAIT);
    await questions.answer("abc", "deny", "terminal");
    await vi.waitFor(() => expect(lists()[1]?.questions[0].state).toBe("denied"), WAIT);
    questions.problem = new Error("Redis is down");
    await vi.waitFor(() => expect(lists()[2]).toEqual({ questions: [], problem: "Redis is down" }), WAIT);
    questions.problem = undefined;
    await vi.waitFor(() => expect(lists()).toHaveLength(4), WAIT);
  });
});
