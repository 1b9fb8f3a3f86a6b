import { describe, expect, it } from "vitest";
import { SIMULATED_HOSTS, SIMULATIONS } from "../../../src/hosts/simulations.js";
import { defineHook, deny } from "../../../src/index.js";
import { runInProcess } from "../../../src/serve/in-process.js";
import { asked } from "../../command-hosts/asked.js";
import { payloadOf } from "../../command-hosts/recordings.js";

const hook = defineHook({ name: "guard", beforeTool: () => deny("not this") });
const CALLS = SIMULATED_HOSTS.map((host) => [host, payloadOf(host, SIMULATIONS[host].beforeTool)] as const);

describe("a payload over several lines", () => {
  it.each(CALLS)("is recognised as one payload without --host: %s", async (_host, payload) => {
    const plain = await asked(hook, payload);
    expect(plain.denial).toBe("not this");
    for (const text of [
      JSON.stringify(payload, null, 2),
      `\n${JSON.stringify(payload, null, "\t")}\n\n`,
      JSON.stringify(payload, null, 2).replaceAll("\n", "\r\n"),
      ` ${JSON.stringify(payload, null, 1).replaceAll("\n", "\n ")}`,
    ]) {
      expect(await asked(hook, text)).toEqual(plain);
    }
  });

  it("is rejected line by line if no host is recognised", async () => {
    const written: string[] = [];
    const lines = JSON.stringify({ a: 1 }, null, 2).split("\n");
    const open = async () => runInProcess(hook, { env: {}, write: (text) => written.push(text), writeError() {} });
    for (const sent of [lines, ["{"], ["{", '{"jsonrpc":"2.0","id":1,"method":"hook.hello","params":{}}']]) {
      written.length = 0;
      const running = await open();
      running.receive(sent);
      await running.inputEnded();
      await running.end(0);
      expect(written.join("")).toContain('"code":-32700');
    }
    expect(written.join("")).toContain('"id":1');
  });
});
