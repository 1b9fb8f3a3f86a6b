import { fileURLToPath } from "node:url";
import { startTestHost, type TestHost } from "@agent-hook/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type BehindCivic, behindCivic, failing } from "./behind-civic.js";

const MAIN = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

// A fake key, assembled here so that no scanner reports it.
const KEY = `sk-${"a1B2c3D4e5F6g7H8i9J0"}`;
const CARD = "4111 1111 1111 1111";
const TOO_LONG = `${CARD} ${"x".repeat(1_000_000)}`;

let civic: BehindCivic;
let picoclaw: TestHost;

beforeAll(async () => {
  // Civic's proxy logs each step to stdout.
  vi.spyOn(console, "log").mockReturnValue();
  [civic, picoclaw] = await Promise.all([behindCivic(), startTestHost([process.execPath, MAIN])]);
});

afterAll(async () => {
  await picoclaw.close();
  await civic[Symbol.asyncDispose]();
  vi.restoreAllMocks();
});

beforeEach(() => {
  civic.received.length = 0;
});

/** Returns the arguments of the calls that reach the tool. */
async function receivedUnderPicoclaw(args: Record<string, unknown>): Promise<unknown[]> {
  const outcome = await picoclaw.tool({ tool: "send", arguments: args });
  return outcome.ran ? [outcome.arguments] : [];
}

describe("one file, behind Civic's proxy and under PicoClaw", () => {
  const text = `ada@example.org ${KEY} 5555555555554444`;
  const clean = "[e-mail] [key] [card]";

  test("secrets in a result", async () => {
    civic.answer = () => ({ content: [{ type: "text", text }] });
    expect(await civic.call()).toMatchObject({ content: [{ type: "text", text: clean }] });
    expect(await picoclaw.tool({ tool: "send", result: text })).toMatchObject({ ran: true, result: clean });
  });

  test("secrets in the arguments", async () => {
    const args = { to: [{ text }], count: 3, card: 4111111111111111 };
    await civic.call(args);
    expect(civic.received).toEqual([{ to: [{ text: clean }], count: 3, card: "[card]" }]);
    expect(await receivedUnderPicoclaw(args)).toEqual(civic.received);
  });

  test("a hook that throws at a result withholds it from the client, and PicoClaw ends the turn", async () => {
    civic.answer = () => ({ content: [{ type: "text", text: TOO_LONG }], structuredContent: { card: CARD } });
    const { isError, content, structuredContent } = await civic.call();
    expect({ isError, content, structuredContent }).toEqual({
      isError: true,
      content: [{ type: "text", text: expect.stringMatching(/^\[withheld: hook "redact" failed; .* why \w{8}\]$/) }],
      structuredContent: undefined,
    });
    const outcome = await picoclaw.tool({ tool: "send", result: TOO_LONG });
    expect(outcome).toMatchObject({ decision: "end", turn: "ends" });
    expect(JSON.stringify(outcome)).not.toContain(CARD);
  });

  test("a hook that throws at the arguments stops the tool", async () => {
    expect(await civic.call({ text: TOO_LONG })).toMatchObject({ isError: true });
    expect(await picoclaw.tool({ tool: "send", arguments: { text: TOO_LONG } })).toMatchObject({
      decision: "deny",
      ran: false,
    });
    expect(civic.received).toEqual([]);
  });
});

describe("behind Civic's proxy", () => {
  test("structured content is redacted like its text", async () => {
    const order = { card: CARD, lines: [{ mail: "ada@example.org", count: 2 }] };
    civic.answer = () => ({ content: [{ type: "text", text: JSON.stringify(order) }], structuredContent: order });
    const clean = { card: "[card]", lines: [{ mail: "[e-mail]", count: 2 }] };
    expect(await civic.call()).toMatchObject({
      content: [{ type: "text", text: JSON.stringify(clean) }],
      structuredContent: clean,
    });
  });

  test("structured content without its own text is redacted too", async () => {
    civic.answer = () => ({ content: [{ type: "text", text: "1 order" }], structuredContent: { card: CARD } });
    expect(await civic.call()).toMatchObject({
      content: [{ type: "text", text: "1 order" }],
      structuredContent: { card: "[card]" },
    });
  });

  test("a server error becomes an error result with only its redacted message", async () => {
    civic.answer = () => failing(`no account for ${CARD}`);
    const result = await civic.call();
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("no account for [card]") }],
    });
    expect(JSON.stringify(result)).not.toContain(CARD);
  });

  test("a resource is redacted", async () => {
    const { contents } = await civic.client.readResource({ uri: "note://people" });
    expect(contents).toMatchObject([{ text: "write to [e-mail]" }]);
  });

  test("no call runs after the hook was killed", async () => {
    await using own = await behindCivic();
    await own.kill();
    await expect(own.call({ text: CARD })).rejects.toThrow("fetch failed");
    expect(own.received).toEqual([]);
  });
});

test("no call runs under PicoClaw either after the hook was killed", async () => {
  await using host = await startTestHost([process.execPath, MAIN]);
  await host.kill("SIGKILL");
  expect(await host.tool({ tool: "send" })).toMatchObject({ decision: "deny", ran: false });
});
