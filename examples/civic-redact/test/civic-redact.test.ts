import { fileURLToPath } from "node:url";
import { type CallInput, type PicoClawHost, startPicoClawHost } from "@agent-hook/testing/internal/picoclaw";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type BehindCivic, behindCivic, failing } from "./behind-civic.js";

const MAIN = fileURLToPath(new URL("../dist/main.js", import.meta.url));

// A fake key, assembled here so that no scanner reports it.
const KEY = `sk-${"a1B2c3D4e5F6g7H8i9J0"}`;
const SECRETS: readonly (readonly [string, string, string])[] = [
  ["a card number", "pay with 4111111111111111.", "pay with [card]."],
  ["a card number in groups, and its code", "4111 1111 1111 1111 123", "[card] 123"],
  ["a card number of American Express", "3782-822463-10005", "[card]"],
  ["a key", `use ${KEY}.`, "use [key]."],
  ["an e-mail address", "write to <ada.l+x@mail.example.org>", "write to <[e-mail]>"],
  ["all of them", `ada@example.org ${KEY} 5555555555554444`, "[e-mail] [key] [card]"],
  ["a number that is no card's", "order 4111111111111112 of 2026-01-31", "order 4111111111111112 of 2026-01-31"],
  ["nothing", "tea @ five, sk-1, 1769851800000", "tea @ five, sk-1, 1769851800000"],
];
const CARD = "4111 1111 1111 1111";
const TOO_LONG = `${CARD} ${"x".repeat(1_000_000)}`;

let civic: BehindCivic;
let picoclaw: PicoClawHost;

beforeAll(async () => {
  // Civic's proxy logs each step to stdout.
  vi.spyOn(console, "log").mockReturnValue();
  [civic, picoclaw] = await Promise.all([
    behindCivic(),
    startPicoClawHost([process.execPath, MAIN, "--host", "picoclaw@v0.2.9"]),
  ]);
});

afterAll(async () => {
  await picoclaw[Symbol.asyncDispose]();
  await civic[Symbol.asyncDispose]();
  vi.restoreAllMocks();
});

beforeEach(() => {
  civic.received.length = 0;
});

/** Returns the arguments of the calls that reach the tool. */
async function receivedUnderPicoclaw(args: NonNullable<CallInput["arguments"]>): Promise<unknown[]> {
  const received: unknown[] = [];
  await picoclaw.runTool({ tool: "send", arguments: args }, (call) => {
    received.push(call.arguments);
    return "sent";
  });
  return received;
}

describe("one file, behind Civic's proxy and under PicoClaw", () => {
  test.each(SECRETS)("%s in a result", async (_name, text, clean) => {
    civic.answer = () => ({ content: [{ type: "text", text }] });
    expect(await civic.call()).toMatchObject({ content: [{ type: "text", text: clean }] });
    expect(await picoclaw.runTool({ tool: "send" }, () => text)).toMatchObject({ outcome: "ran", text: clean });
  });

  test.each(SECRETS)("%s in the arguments", async (_name, text, clean) => {
    const args = { to: [{ text }], count: 3 };
    await civic.call(args);
    expect(civic.received).toEqual([{ to: [{ text: clean }], count: 3 }]);
    expect(await receivedUnderPicoclaw(args)).toEqual(civic.received);
  });

  test("a card number as a JSON number", async () => {
    const args = { card: 4111111111111111 };
    await civic.call(args);
    expect(civic.received).toEqual([{ card: "[card]" }]);
    expect(await receivedUnderPicoclaw(args)).toEqual(civic.received);
  });

  test("a hook that throws at a result withholds it from the client, and PicoClaw ends the turn", async () => {
    civic.answer = () => ({ content: [{ type: "text", text: TOO_LONG }], structuredContent: { card: CARD } });
    const { isError, content, structuredContent } = await civic.call();
    expect({ isError, content, structuredContent }).toEqual({
      isError: true,
      content: [{ type: "text", text: expect.stringMatching(/^\[withheld: hook failed, \w{8}\]$/) }],
      structuredContent: undefined,
    });
    const round = await picoclaw.runTool({ tool: "send" }, () => TOO_LONG);
    expect(round).toMatchObject({ outcome: "aborted" });
    expect(JSON.stringify(round.text ?? "")).not.toContain(CARD);
  });

  test("a hook that throws at the arguments stops the tool", async () => {
    expect(await civic.call({ text: TOO_LONG })).toMatchObject({ isError: true });
    const ran = vi.fn(() => "sent");
    expect(await picoclaw.runTool({ tool: "send", arguments: { text: TOO_LONG } }, ran)).toMatchObject({
      outcome: "denied",
    });
    expect(civic.received).toEqual([]);
    expect(ran).not.toHaveBeenCalled();
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
  await using host = await startPicoClawHost([process.execPath, MAIN, "--host", "picoclaw@v0.2.9"]);
  await host.kill("SIGKILL");
  const ran = vi.fn(() => "sent");
  expect(await host.runTool({ tool: "send" }, ran)).toMatchObject({ outcome: "denied" });
  expect(ran).not.toHaveBeenCalled();
});
