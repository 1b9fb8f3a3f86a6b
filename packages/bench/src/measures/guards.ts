import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { foundProgram } from "../contenders/found-program.js";
import { answerOf, decisionIn, type Guard, guardsOn } from "../contenders/guards.js";
import { inClaudeCode } from "./in-claude-code.js";
import { interleaved } from "./interleaved.js";
import type { Measure } from "./measure.js";

const ROUNDS = 21;
/** The system counts CPU time in steps of 10 ms. */
const CALLS = 5;
const IN_CLAUDE_CODE = { names: ["bare", "add", "config", "cc-safety-net", "nah"], rounds: 31 };
const MS_PER_TICK = 10;

/** A call that each guard stops, in milliseconds. */
export const guards: Measure = {
  name: "guards",
  pinned: false,
  run: async () => {
    const { guards, absent, home } = guardsOn();
    const { start, cpu } = await interleaved(guards, ROUNDS, (guard) => callsOf(guard, home.env));
    const left = home.processes().length;
    const claude = foundProgram("claude", "BENCH_CLAUDE");
    const inside = claude && {
      "guards.inside": await inClaudeCode(
        claude,
        guards.filter(({ name }) => IN_CLAUDE_CODE.names.includes(name)),
        IN_CLAUDE_CODE.rounds,
      ),
    };
    const decisions = guards.map(({ name, command }) => [name, decisionIn(answerOf(command, home.env))]);
    home.remove();
    const why = "Claude Code is not on the PATH, and BENCH_CLAUDE is not set";
    return {
      figures: { "guards.start": start, "guards.cpu": cpu, ...inside, "guards.processes": { add: left } },
      guards: {
        load: loadavg()[0] ?? 0,
        versions: {
          ...Object.fromEntries(guards.map(({ name, version }) => [name, version])),
          ...(claude && { rule: claude.version, http: claude.version }),
        },
        decisions: Object.fromEntries(decisions),
        absent: { ...absent, ...(!claude && { rule: why, http: why }) },
      },
    };
  },
};

/** From the start of a shell to its exit. */
async function callsOf({ name, command, prepare, isChanging }: Guard, env: NodeJS.ProcessEnv) {
  let [start, cpu] = [0, 0];
  for (let call = 0; call < CALLS; call += 1) {
    await prepare?.();
    const variable = isChanging && { TERM_SESSION_ID: String(performance.now()) };
    const [started, used] = [performance.now(), cpuTime()];
    const answer = answerOf(command, { ...env, ...variable });
    start += performance.now() - started;
    cpu += cpuTime() - used;
    if (decisionIn(answer) === "allows") throw new Error(`${name} does not stop the call: ${JSON.stringify(answer)}`);
  }
  return { start: start / CALLS, cpu: cpu / CALLS };
}

/** The CPU time of everything on this machine, in milliseconds: a launcher's processes are not all its own children. */
function cpuTime(): number {
  const [, user, nice, system, , , irq, softirq] = (readFileSync("/proc/stat", "utf8").split("\n")[0] ?? "").split(
    / +/,
  );
  return [user, nice, system, irq, softirq].reduce((sum, ticks) => sum + Number(ticks), 0) * MS_PER_TICK;
}
