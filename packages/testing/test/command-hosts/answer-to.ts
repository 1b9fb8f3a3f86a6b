import { defineHook, type Hook } from "@agent-hook/sdk";
import { runInProcess } from "@agent-hook/sdk/in-process";
import { SIMULATIONS, type Simulation } from "@agent-hook/sdk/internal/simulations";
import { expect } from "vitest";
import { type CommandHostName, effectOfAnswer, hostFlag } from "../../src/internal/command-hosts.js";

/** Returns the hook's answer, in this process, to a recorded payload of a shell call. */
export function answerTo(host: CommandHostName, hook: Partial<Hook>, at: "beforeTool" | "afterTool") {
  return answerAt(host, SIMULATIONS[host][at], hook);
}

/** Returns the hook's answer, in this process, to a recorded payload of an event. */
export async function answerAt(host: CommandHostName, event: string, hook: Partial<Hook>, recording = event) {
  const { payloads }: Simulation = SIMULATIONS[host];
  let answer = "";
  const running = await runInProcess(defineHook({ name: "h", ...hook } as never), {
    host: hostFlag(host, event),
    env: {},
    write: (text) => {
      answer += text;
    },
    writeError: () => {},
  });
  running.receive([JSON.stringify(payloads[recording])]);
  await running.inputEnded();
  await running.end(0);
  expect(effectOfAnswer(host, event, payloads[recording] ?? {}, { stdout: answer }).answer).not.toBe("dropped");
  return { event, answer };
}
