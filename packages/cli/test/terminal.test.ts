import { join } from "node:path";
import { PassThrough } from "node:stream";
import { expect, test, vi } from "vitest";
import { approval, changeFile } from "../src/config/change-file.js";
import { Terminal } from "../src/terminal/terminal.js";
import { folder } from "./temporary-folder.js";

function colourful() {
  vi.stubEnv("FORCE_COLOR", "1");
  vi.stubEnv("NO_COLOR", undefined);
  const streams = [new PassThrough(), new PassThrough()].map((stream) => Object.assign(stream, { isTTY: true }));
  const [stdout, stderr] = streams as unknown as [NodeJS.WriteStream, NodeJS.WriteStream];
  const text = (stream: unknown) => String((stream as PassThrough).read() ?? "");
  return { terminal: new Terminal(stdout, stderr), stdout: () => text(stdout), stderr: () => text(stderr) };
}

const HOSTILE = "a\x1b[8mb\x9b8mc\u202ed\x07e\u{e0001}f\u2028g\ttab";
const ESCAPED = "a\\u001b[8mb\\u009b8mc\\u202ed\\u0007e\\udb40\\udc01f\\u2028g\ttab";

test("control and invisible characters are escaped in every line; our colors and line endings stay", () => {
  const { terminal, stdout, stderr } = colourful();
  terminal.print(`${terminal.style("red", `x ${HOSTILE}`)} ${HOSTILE}\nnext`);
  expect(stdout()).toBe(`\x1b[31mx ${ESCAPED}\x1b[39m ${ESCAPED}\nnext\n`);
  terminal.note(`${terminal.noteStyle("red", terminal.noteStyle("bold", HOSTILE))} ${HOSTILE}`);
  expect(stderr()).toBe(`\x1b[31m\x1b[1m${ESCAPED}\x1b[22m\x1b[39m ${ESCAPED}\n`);
  terminal.progress(`asking ${HOSTILE}\n`);
  expect(stderr()).toBe(`asking ${ESCAPED.replace("\t", "\\u0009")}\\u000a`);
  vi.unstubAllEnvs();
});

test("JSON with such characters is escaped too, and has the same value", () => {
  const { terminal, stdout } = colourful();
  terminal.printJson({ text: HOSTILE });
  const printed = stdout();
  expect(printed.replaceAll("\n", "")).not.toMatch(/[\p{C}\u2028]/u);
  expect(JSON.parse(printed)).toEqual({ text: HOSTILE });
  vi.unstubAllEnvs();
});

test.each([
  [true, `${"x".repeat(199)}...`],
  [false, "x".repeat(300)],
])("a long line of a difference is cut only at a terminal (terminal: %s)", async (interactive, expected) => {
  const lines: string[] = [];
  const terminal = { interactive, print: (line: string) => lines.push(line), style: (_: string, text: string) => text };
  const name = join(folder(), "a.txt");
  const file = { name, path: name, before: undefined, bom: "", text: "", value: {} } as const;
  const text = "x".repeat(300);
  const language = { edit: () => text, parse: () => ({ a: 1 }) };
  const approve = approval({ terminal } as never, { yes: true });
  await changeFile(file, { a: 1 }, language as never, approve);
  expect(lines).toContain(`+${expected}`);
});
