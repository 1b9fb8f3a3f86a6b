import { deny } from "../hook/decisions.js";
import { defineHook } from "../hook/define-hook.js";
import { knownHosts } from "../hosts/registry.js";
import { runInProcess } from "./in-process.js";

/**
 * Runs an internal hook on example input of the hosts. A snapshot that is built afterwards contains their loaded
 * adapters and compiled code. That saves 6% of the startup time for one-shot hosts and 25% for PicoClaw (measured on
 * Node 20).
 */
export async function warmUp(): Promise<void> {
  const hook = defineHook({ name: "warm-up", beforeTool: () => {}, approveTool: () => deny("warm-up") });
  for (const { name, example } of knownHosts) {
    if (example === undefined) continue;
    const running = await runInProcess(hook, { host: name, env: {}, write() {}, writeError() {} });
    running.receive(example.split("\n"));
    await running.inputEnded();
    await running.end(0);
  }
  const { warmUpRecorder } = await import("../record/open-recorder.js");
  warmUpRecorder();
}
