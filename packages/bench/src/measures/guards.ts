import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { foundProgram } from "../contenders/found-program.js";
import { decisionIn, decisionOn, type Guard, guardsOn, outputOf, STOPPED_CALL } from "../contenders/guards.js";
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
    const decisions = guards.map(({ name, command }) => [name, decisionOn(STOPPED_CALL, command, home.env)]);
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
    const [started, used] = [performance.now(), cpuOfChildren()];
    const { stdout, stderr } = outputOf(command, { ...env, ...variable });
    start += performance.now() - started;
    cpu += cpuOfChildren() - used;
    if (decisionIn({ stdout }) === "allows") throw new Error(`${name} does not stop the call: ${stdout}${stderr}`);
  }
  return { start: start / CALLS, cpu: cpu / CALLS };
}

/** The CPU time of all processes that this one has started and that have ended, in milliseconds. */
function cpuOfChildren(): number {
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[13]) + Number(fields[14])) * MS_PER_TICK;
}
