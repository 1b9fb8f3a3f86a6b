import { afterEach, expect, test, vi } from "vitest";
import { whyNoAnswer } from "../../src/ui/why-no-answer.js";
import { question } from "./fake-questions.js";

const original = [process.stdin, process.stdout].map((stream) => [stream, stream.isTTY] as const);

afterEach(() => {
  for (const [stream, isTTY] of original) stream.isTTY = isTTY;
  vi.unstubAllEnvs();
});

function inTerminal(stdin: boolean, stdout: boolean): void {
  process.stdin.isTTY = stdin;
  process.stdout.isTTY = stdout;
}

test("nobody answers if the server has no terminal, also if only its output has none", () => {
  for (const [stdin, stdout] of [
    [false, false],
    [true, false],
    [false, true],
  ] as const) {
    inTerminal(stdin, stdout);
    expect(whyNoAnswer()).toBe("agent-hook ui was not started in a terminal");
    expect(whyNoAnswer(question("abc"))).toBe("agent-hook ui was not started in a terminal");
  }
});

test("nobody answers if the shell of an agent started the server, even in a terminal", () => {
  inTerminal(true, true);
  vi.stubEnv("CODEX_SANDBOX", "seatbelt");
  expect(whyNoAnswer()).toMatch(/^this is the shell of an agent, which set \w+$/);
  expect(whyNoAnswer(question("abc"))).toMatch(/^this is the shell of an agent/);
});
