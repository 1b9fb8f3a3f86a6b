import { describe, expect, it } from "vitest";
import { defineHook } from "../../src/index.js";
import { runInProcess } from "../../src/serve/in-process.js";

const hello = '{"jsonrpc":"2.0","id":0,"method":"hook.hello","params":{"name":"h","version":1,"modes":["tool"]}}';
const initialize =
  '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}';

async function stderrOf(lines: readonly string[], host?: string): Promise<string[]> {
  const stderr: string[] = [];
  const running = await runInProcess(defineHook({ name: "h", beforeTool: () => undefined }), {
    ...(host === undefined ? {} : { host }),
    env: {},
    write() {},
    writeError: (text) => stderr.push(text),
  });
  running.receive(lines);
  await running.end(0);
  return stderr;
}

const FLOODS: Readonly<Record<string, (at: number) => string>> = {
  garbage: () => "garbage",
  "unexpected answers": (at) => `{"jsonrpc":"2.0","id":${at},"result":{}}`,
  "answers with texts as ids": (at) => `{"jsonrpc":"2.0","id":"x\\"${"abc"[at % 3]}","result":{}}`,
  "unknown methods": (at) => `{"jsonrpc":"2.0","id":${at + 1},"method":"m${at}"}`,
};

describe.each([
  ["picoclaw", "picoclaw", hello],
  ["an MCP client", "mcp", initialize],
  ["an unknown peer", undefined, ""],
])("a line that %s sends repeatedly", (_peer, host, first) => {
  it.each(Object.entries(FLOODS))("is counted, and not logged each time: %s", async (_what, line) => {
    const before = await stderrOf([first], host);
    const flooded = await stderrOf([first, ...Array.from({ length: 2000 }, (_, at) => line(at))], host);
    expect(flooded.length - before.length).toBeLessThanOrEqual(4);
    if (line(0) === "garbage") expect(flooded.at(-1)).toContain("(1000 times so far)");
  });
});
