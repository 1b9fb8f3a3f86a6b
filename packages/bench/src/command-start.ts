import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Figures } from "./measures.js";

export const AGENT_HOOK = fileURLToPath(
  import.meta.resolve("agent-hook/package.json").replace("package.json", "bin/agent-hook.js"),
);
const ROUNDS = 21;

/** `agent-hook --help` against `node -e 0`, from start to end, in milliseconds; the median of rounds in turns. */
export function commandStart(): Figures {
  const samples = { bare: [] as number[], ours: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    samples.bare.push(took(["-e", "0"]));
    samples.ours.push(took([AGENT_HOOK, "--help"]));
  }
  return { bare: median(samples.bare), ours: median(samples.ours) };
}

function took(args: readonly string[]): number {
  const started = performance.now();
  spawnSync(process.execPath, args, { stdio: "ignore" });
  return performance.now() - started;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}
