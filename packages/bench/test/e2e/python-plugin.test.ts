import { describe, expect, onTestFinished, test } from "vitest";
import { source } from "../../src/contenders/programs.js";
import { python } from "../../src/contenders/python.js";
import { MeasuredHook } from "../../src/driver/hook-process.js";
import { picoclaw } from "../../src/wires/picoclaw.js";

/** Errors in PicoClaw's own example on the real wire. */
describe.skipIf(python === undefined)("the Python plugin corrects errors of PicoClaw's example", () => {
  async function startPlugin(...args: string[]) {
    const conversation = await picoclaw.open(
      MeasuredHook.start([python?.path ?? "", source("weather_plugin.py"), ...args]),
    );
    onTestFinished(() => conversation.stop());
    return async (method: string, params: object) => {
      const line = `${JSON.stringify({ jsonrpc: "2.0", id: 7, method, params })}\n`;
      return JSON.parse(await conversation.call(Buffer.from(line)));
    };
  }

  test("a modify keeps every field", async () => {
    const call = await startPlugin("--modify");
    const request = {
      model: "m",
      messages: [{ role: "user", content: "é" }],
      tools: [],
      options: {},
      odd: { kept: 1 },
    };
    expect(await call("hook.before_llm", request)).toMatchObject({
      result: { action: "modify", request: { ...request, model: "other" } },
    });
  });

  test("arguments are checked before the tool runs", async () => {
    const call = await startPlugin();
    for (const args of [{ city: 5 }, {}, null]) {
      const { result } = await call("hook.before_tool", { tool: "get_weather", arguments: args });
      expect(result).toMatchObject({ action: "respond", result: { is_error: true } });
    }
  });

  test("an unknown method gets an error, and a line that is not a call gets no answer", async () => {
    const call = await startPlugin();
    expect(await call("hook.unknown", {})).toMatchObject({ id: 7, error: { code: -32601 } });
    const conversation = await picoclaw.open(MeasuredHook.start([python?.path ?? "", source("weather_plugin.py")]));
    onTestFinished(() => conversation.stop());
    const noise = 'not JSON\n[]\n42\n{"jsonrpc":"2.0","method":"hook.event","params":{}}\n\xff\n';
    const line = picoclaw.calls("continue", 1)(1).toString();
    const answers = await conversation.call(Buffer.from(noise + line, "latin1"));
    expect(picoclaw.isCorrect("continue", answers)).toBe(true);
  });

  test("lines are compact: no spaces, and UTF-8 instead of escapes", async () => {
    const conversation = await picoclaw.open(MeasuredHook.start([python?.path ?? "", source("weather_plugin.py")]));
    onTestFinished(() => conversation.stop());
    const line = await conversation.call(picoclaw.calls("respond", 1)(1));
    expect(line).toContain('"for_llm":"Beijing: sunny, 15 °C"');
  });
});
