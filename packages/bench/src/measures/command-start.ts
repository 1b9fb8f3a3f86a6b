import { spawnSync } from "node:child_process";
import { OURS } from "../contenders/names.js";
import { AGENT_HOOK } from "../contenders/programs.js";
import { interleaved } from "./interleaved.js";
import type { Measure } from "./measure.js";
import { timed } from "./numbers.js";

const ROUNDS = 21;

/** `agent-hook --help` against `node -e 0`, from start to exit, in milliseconds. */
export const commandStart: Measure = {
  name: "help",
  pinned: true,
  run: () => interleaved(SIDES, ROUNDS, async ({ args }) => ({ "help.start": await timed(() => run(args)) })),
};

const SIDES = [
  { name: "bare", args: ["-e", "0"] },
  { name: OURS, args: [AGENT_HOOK, "--help"] },
] as const;

function run(args: readonly string[]): void {
  const { status } = spawnSync(process.execPath, args, { stdio: "ignore" });
  if (status !== 0) throw new Error(`${args.join(" ")} ends with ${status}`);
}
