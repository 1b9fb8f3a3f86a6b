import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { replay, type TranscriptEntry } from "../../src/index.js";

const call: TranscriptEntry = {
  from: "host",
  message: { jsonrpc: "2.0", id: 1, method: "hook.before_tool", params: { tool: "exec", arguments: {} } },
};
const answer = (result: object): TranscriptEntry => ({ from: "hook", message: { jsonrpc: "2.0", id: 1, result } });

describe("a replay", () => {
  it("runs a command and compares its exit", async () => {
    const file = fileURLToPath(new URL("../../../../examples/weather/dist/main.js", import.meta.url));
    const entries = [call, answer({ action: "continue" })];
    const command = [process.execPath, file];
    expect(await replay([...entries, { from: "hook", exit: 0 }], command)).toMatchObject({ ok: true });
    expect(await replay([...entries, { from: "hook", exit: 1 }], command)).toMatchObject({
      ok: false,
      answers: [{ verdict: "same" }, { verdict: "different", actual: { exit: 0 } }],
    });
  });

  it("reports a command's stderr and its exit", async () => {
    const said: string[] = [];
    const command = [process.execPath, "-e", "console.error('KeyError\\nat line 1'); process.exitCode = 3"];
    const report = await replay([call, answer({})], command, { onStderr: (line) => said.push(line) });
    expect(said).toEqual(["KeyError", "at line 1"]);
    expect(report).toMatchObject({ ok: false, exit: { code: 3, signal: null }, answers: [{ verdict: "missing" }] });
  });

  it("rejects for a command that cannot be started", async () => {
    await expect(replay([call], ["/no/such/program"])).rejects.toThrow("ENOENT");
  });
});
