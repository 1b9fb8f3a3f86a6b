import type { Question } from "@agent-hook/sdk/internal/questions";
import { describe, expect, test } from "vitest";
import { FakeQuestions, question } from "./fake-questions.js";
import { openPage, send, startUi } from "./started.js";

const ANSWER = { method: "POST", path: "/api/answer", body: JSON.stringify({ id: "abc", answer: "allow" }) };

describe("who may use the page", () => {
  test.each([
    ["a name that was made to lead here", "evil.example"],
    ["a name with our port", "evil.example:PORT"],
    ["0.0.0.0", "0.0.0.0:PORT"],
    ["localhost", "localhost:PORT"],
    ["another port", "127.0.0.1:1"],
    ["no port", "127.0.0.1"],
    ["IPv6", "[::1]:PORT"],
  ])("a request for %s is refused, also with a key", async (_, host) => {
    const { ui, questions } = await startUi({ questions: new FakeQuestions([question("abc")]) });
    const headers = { ...(await openPage(ui)), host: host.replace("PORT", String(ui.port)) };
    for (const request of [{ path: "/" }, { path: "/api/events" }, ANSWER]) {
      const { status, body } = await send(ui.port, { ...request, headers });
      expect(status).toBe(403);
      expect(body).not.toContain("the page");
    }
    expect(questions.answers).toEqual([]);
  });

  test.each(["http://evil.example", "null", "http://localhost:PORT", "https://127.0.0.1:PORT", "http://127.0.0.1"])(
    "a request of a page from %s is refused, also with a key",
    async (origin) => {
      const { ui, questions } = await startUi({ questions: new FakeQuestions([question("abc")]) });
      const headers = { ...(await openPage(ui)), origin: origin.replace("PORT", String(ui.port)) };
      for (const request of [{ path: "/" }, { path: "/api/events" }, ANSWER, { ...ANSWER, path: "/api/key" }]) {
        expect(await send(ui.port, { ...request, headers })).toMatchObject({ status: 403 });
      }
      expect(questions.answers).toEqual([]);
    },
  );

  test("a request that the browser marks as from another site is refused, except for a link to the page", async () => {
    const { ui } = await startUi();
    const key = await openPage(ui);
    for (const site of ["cross-site", "same-site"]) {
      const headers = { ...key, "sec-fetch-site": site };
      for (const path of ["/", "/page.js", "/api/events"]) {
        expect(await send(ui.port, { path, headers })).toMatchObject({ status: 403 });
      }
      const frame = { ...headers, "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" };
      expect(await send(ui.port, { headers: frame })).toMatchObject({ status: 403 });
      const link = { "sec-fetch-site": site, "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
      expect(await send(ui.port, { headers: link })).toMatchObject({ status: 200 });
      expect(await send(ui.port, { path: "/api/events", headers: { ...key, ...link } })).toMatchObject({ status: 403 });
    }
  });

  test("without a key, only the page's own files are sent", async () => {
    const { ui, origin, questions } = await startUi({ questions: new FakeQuestions([question("abc")]) });
    const code = ui.link.split("#")[1];
    for (const authorization of [undefined, "", "Bearer ", `Bearer ${code}`, `Basic ${code}`, "Bearer x"]) {
      const headers = { origin, ...(authorization === undefined ? {} : { authorization }) };
      for (const request of [{ path: "/api/events" }, ANSWER, { path: `/api/events?key=${code}` }, { path: "/../" }]) {
        expect(await send(ui.port, { ...request, headers })).toMatchObject({ status: 401 });
      }
    }
    expect(await send(ui.port, { path: "/" })).toMatchObject({ status: 200, body: "the page" });
    expect(questions.answers).toEqual([]);
  });

  test("an answer needs the Origin of the page, even with a key", async () => {
    const { ui, questions } = await startUi({ questions: new FakeQuestions([question("abc")]) });
    const { authorization = "" } = await openPage(ui);
    expect(await send(ui.port, { ...ANSWER, headers: { authorization } })).toMatchObject({ status: 403 });
    expect(questions.answers).toEqual([]);
  });

  test("a link works once, and the next one is another", async () => {
    const { ui, origin, links } = await startUi();
    const first = ui.link;
    const exchange = (link: string) =>
      send(ui.port, {
        method: "POST",
        path: "/api/key",
        headers: { origin },
        body: JSON.stringify({ code: link.split("#")[1] }),
      });
    expect(await exchange(`${first}x`)).toMatchObject({ status: 401 });
    expect(await exchange(first)).toMatchObject({ status: 200 });
    expect(links).toEqual([ui.link]);
    expect(ui.link).not.toBe(first);
    expect(await exchange(first)).toMatchObject({ status: 401 });
    expect(await exchange(ui.link)).toMatchObject({ status: 200 });
    expect(first.split("#")[1]).toHaveLength(43);
  });

  test("each answer forbids other sites to read, frame or keep it, and the page to run anything else", async () => {
    const { ui } = await startUi();
    for (const path of ["/", "/api/events", "/unknown"]) {
      for (const host of [`127.0.0.1:${ui.port}`, "evil.example"]) {
        const { headers } = await send(ui.port, { path, headers: { host } });
        expect(headers["cache-control"]).toBe("no-store");
        expect(headers["x-content-type-options"]).toBe("nosniff");
        expect(headers["content-security-policy"]).toMatch(/^default-src 'none';.*frame-ancestors 'none'/);
        expect(headers["content-security-policy"]).not.toMatch(/unsafe|\*|data:/);
        expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
        expect(headers["set-cookie"]).toBeUndefined();
      }
    }
    const preflight = { origin: "http://evil.example", "access-control-request-method": "POST" };
    const { status } = await send(ui.port, { method: "OPTIONS", path: "/api/answer", headers: preflight });
    expect(status).toBe(403);
  });

  test("a server that was not started in a terminal shows questions, and refuses answers", async () => {
    const questions = new FakeQuestions([question("abc")]);
    const { ui } = await startUi({ questions, whyNoAnswer: () => "no terminal" });
    expect(await send(ui.port, { ...ANSWER, headers: await openPage(ui) })).toMatchObject({ status: 403 });
    expect(questions.answers).toEqual([]);
  });

  test("a question of the agent that started the server is not answered, and others are", async () => {
    const questions = new FakeQuestions([question("abc"), question("xyz")]);
    const whyNoAnswer = (asked?: Question) => (asked?.id === "abc" ? "the agent started this" : undefined);
    const { ui } = await startUi({ questions, whyNoAnswer });
    const headers = await openPage(ui);
    expect(await send(ui.port, { ...ANSWER, headers })).toMatchObject({ status: 403 });
    const other = JSON.stringify({ id: "xyz", answer: "deny" });
    expect(await send(ui.port, { ...ANSWER, body: other, headers })).toMatchObject({ status: 200 });
    expect(questions.answers).toEqual([["xyz", "deny", "page"]]);
  });

  test("an answer is stored once, and a wrong one not at all", async () => {
    const questions = new FakeQuestions([question("abc")]);
    const { ui } = await startUi({ questions });
    const headers = await openPage(ui);
    const answer = (body: string) => send(ui.port, { ...ANSWER, headers, body });
    const wrong = [
      '{"id":"abc","answer":"yes"}',
      '{"id":5,"answer":"allow"}',
      '{"id":"abc","answer":"deny","reason":5}',
    ];
    for (const body of ["", "[]", "null", "{", ...wrong, '{"id":"abc","answer":"allow","reason":"ok"}']) {
      expect(await answer(body)).toMatchObject({ status: 400 });
    }
    const tooLong = JSON.stringify({ id: "abc", answer: "allow", more: "x".repeat(5000) });
    expect((await answer(tooLong).catch(() => ({ status: 400 }))).status).toBe(400);
    expect(JSON.parse((await answer(ANSWER.body)).body)).toEqual({ outcome: "answered" });
    expect(JSON.parse((await answer(ANSWER.body)).body)).toEqual({ outcome: "already-answered" });
    expect(JSON.parse((await answer('{"id":"x","answer":"deny"}')).body)).toEqual({ outcome: "unknown" });
    expect(questions.answers).toEqual([["abc", "allow", "page"]]);
  });
});
