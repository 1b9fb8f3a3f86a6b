import { createTestHost } from "@agent-hook/testing";
import { describe, expect, test } from "vitest";
import { hook } from "../src/hook.js";

// A fake key, assembled here so that no scanner reports it.
const KEY = `sk-${"a1B2c3D4e5F6g7H8i9J0"}`;
const CARD = "4111 1111 1111 1111";

describe("redacts", () => {
  const agent = createTestHost(hook);

  test.each([
    ["a card number", "pay with 4111111111111111.", "pay with [card]."],
    ["a card number in groups, and its code", "4111 1111 1111 1111 123", "[card] 123"],
    ["a card number of American Express", "3782-822463-10005", "[card]"],
    ["a key", `use ${KEY}.`, "use [key]."],
    ["an e-mail address", "write to <ada.l+x@mail.example.org>", "write to <[e-mail]>"],
    ["all of them", `ada@example.org ${KEY} 5555555555554444`, "[e-mail] [key] [card]"],
    ["no number that is not a card's", "order 4111111111111112 of 2026-01-31", "order 4111111111111112 of 2026-01-31"],
    ["nothing else", "tea @ five, sk-1, 1769851800000", "tea @ five, sk-1, 1769851800000"],
  ])("%s", async (_, text, clean) => {
    const outcome = await agent.tool({ tool: "send", arguments: { to: [{ text }], count: 3 }, result: text });
    expect(outcome).toMatchObject({ ran: true, result: clean, arguments: { to: [{ text: clean }], count: 3 } });
  });

  test("a card number as a JSON number", async () => {
    const outcome = await agent.tool({ tool: "send", arguments: { card: 4111111111111111 } });
    expect(outcome.arguments).toEqual({ card: "[card]" });
  });
});

test("no tool gets a secret, and the model reads none in a result", async () => {
  const agent = createTestHost(hook, { host: "claude-code" });
  const sent = await agent.shell(`pay ${CARD}`, (args) => JSON.stringify(args));
  expect(sent).toMatchObject({ ran: true, result: expect.stringContaining("pay [card]"), failures: [] });
  const read = await agent.read("notes.txt", `write to ada@example.org, pay with ${CARD}`);
  expect(read).toMatchObject({ ran: true, result: "write to [e-mail], pay with [card]", failures: [] });
});
