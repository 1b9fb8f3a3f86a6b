import { loadavg } from "node:os";
import { plainEnvironment } from "@agent-hook/sdk/internal/live-agents";
import { Builds } from "../contenders/builds.js";
import { claudeCode } from "../contenders/claude-code.js";
import { type CommandGuard, canStay, commandGuards, startResidents } from "../contenders/guards.js";
import { DANGEROUS_CALL, decisionIn, decisionOn, knownGuards } from "../contenders/known-guards.js";
import { outputOf } from "../contenders/one-shot-guards.js";
import type { GuardFacts, Values } from "../report/results.js";
import { inClaudeCode } from "./in-claude-code.js";
import { interleaved } from "./interleaved.js";
import type { Measure } from "./measure.js";

const ROUNDS = 31;

/** What people use instead of a guard of their own: a call that each stops, in milliseconds. */
export const guards: Measure = {
  name: "guards",
  pinned: false,
  run: async () => {
    const builds = new Builds();
    const commands = commandGuards(builds);
    const start = await startToExit(commands, builds.home());
    const inside = claudeCode && { "guards.inside": await inClaudeCode(claudeCode, commands, ROUNDS) };
    builds.remove();
    return { "guards.start": start, ...inside };
  },
  facts: guardFacts,
};

/** From the start of a shell to its exit. */
async function startToExit(commands: readonly CommandGuard[], home: string): Promise<Values> {
  const env = plainEnvironment(home);
  const residents = commands.filter(({ name }) => name === "resident");
  const endResidents = startResidents(residents.map(({ command }) => ({ command, call: DANGEROUS_CALL, env })));
  const { time } = await interleaved(commands, ROUNDS, async ({ name, command }) => {
    const started = performance.now();
    const { stdout, stderr } = outputOf(command, DANGEROUS_CALL, env);
    const ms = performance.now() - started;
    if (decisionIn({ stdout }) === "allows") throw new Error(`${name} does not stop the call: ${stdout}${stderr}`);
    return { time: ms };
  });
  endResidents();
  return time;
}

async function guardFacts(): Promise<GuardFacts> {
  const builds = new Builds();
  const env = plainEnvironment(builds.home());
  const { guards: known, absent } = knownGuards();
  const decisions = known.map(({ name, command }) => [name, decisionOn(DANGEROUS_CALL, command, env)]);
  builds.remove();
  const version = claudeCode?.version;
  const why = "Claude Code is not on the PATH, and BENCH_CLAUDE is not set";
  return {
    load: loadavg()[0] ?? 0,
    versions: {
      ...Object.fromEntries(known.map((one) => [one.name, one.version])),
      ...(version && { rule: version, http: version, prompt: version }),
    },
    decisions: Object.fromEntries(decisions),
    absent: {
      ...(!canStay && { resident: "there is no /usr/bin/perl" }),
      ...absent,
      ...(claudeCode === undefined && { rule: why, http: why, prompt: why }),
    },
  };
}
