import { plainEnvironment } from "@agent-hook/sdk/internal/live-agents";
import { Builds } from "../contenders/builds.js";
import { canStay, startResidents } from "../contenders/guards.js";
import { OURS } from "../contenders/names.js";
import {
  BARE_GUARD,
  CALLS,
  callOnce,
  inShell,
  isDenied,
  type OneShotGuard,
  OTHER_HOSTS,
  type OtherHost,
  oneShotGuards,
  ourGuard,
  ourGuardWithHooks,
  residentCalls,
  withLauncher,
} from "../contenders/one-shot-guards.js";
import type { Values } from "../report/results.js";
import { inEachForm } from "./forms.js";
import { interleaved } from "./interleaved.js";
import type { Measure } from "./measure.js";

const ROUNDS = 31;
/** A call takes about 100 ms, and the launcher adds a few ms. Such a small difference needs more rounds. */
const LAUNCHES = 61;

/** A guard that is started for one call and denies it, from start to exit, in milliseconds. */
export const oneCall: Measure = {
  name: "j",
  pinned: false,
  run: async () => {
    const builds = new Builds();
    const hooks = oneShotGuards(builds);
    const [, ours] = hooks;
    const time = async (command: readonly string[]) => timedCall(inShell(command), CALLS["claude-code"]);
    const withHooks = ourGuardWithHooks(builds);
    const { plain, bundle, snapshot } = await inEachForm(hooks, ROUNDS, time);
    const figures = {
      "j.plain": plain,
      "j.bundle": bundle,
      "j.snapshot": snapshot,
      "j.launched.plain": await withAndWithoutLauncher(ours.commands.plain),
      "j.launched.bundle": await withAndWithoutLauncher(ours.commands.bundle),
      "j.launched.snapshot": await withAndWithoutLauncher(ours.commands.snapshot),
      "j.hooks.bundle": await inTurns(inShell(ours.commands.bundle), inShell(withHooks.bundle)),
      "j.hooks.snapshot": await inTurns(inShell(ours.commands.snapshot), inShell(withHooks.snapshot)),
    };
    builds.remove();
    return figures;
  },
};

function withAndWithoutLauncher(command: readonly string[]): Promise<Values> {
  return inTurns(inShell(command), withLauncher(command));
}

/** Measures two commands in turns, so that the cleanup after a process affects both equally. */
async function inTurns(without: string, withMore: string): Promise<Values> {
  const sides = [
    { name: "bare", text: without },
    { name: OURS, text: withMore },
  ] as const;
  const { time } = await interleaved(sides, LAUNCHES, async ({ text }) => ({
    time: timedCall(text, CALLS["claude-code"]),
  }));
  return time;
}

/**
 * Measures a denied call of the other one-shot hosts, with only two guards: a bare script and our snapshot. The rows of
 * `--resident` have the same floor.
 */
export const otherHosts: Measure = {
  name: "hosts",
  pinned: false,
  run: async () => {
    const builds = new Builds();
    const env = plainEnvironment(builds.home());
    const ours = ourGuard(builds);
    const residents = canStay ? residentCalls(ours.commands.snapshot, env) : [];
    const endResidents = startResidents(residents);
    const times = await interleaved([BARE_GUARD, ours], ROUNDS, async ({ name, commands }) => {
      const { plain, snapshot = plain }: OneShotGuard["commands"] = commands;
      const started = (host: OtherHost) => timedCall(inShell(snapshot), CALLS[host], env);
      const figures = new Map(OTHER_HOSTS.map((host) => [`hosts.${host}`, started(host)]));
      // A call that does not count: the system still frees the memory of the larger process before it.
      const [first] = name === OURS ? residents : [];
      if (first !== undefined) timedCall(first.command, first.call, first.env);
      for (const { host, command, call, env: own } of residents) {
        const floor = figures.get(`hosts.${host}`) as number;
        figures.set(`hosts.${host}.resident`, name === OURS ? timedCall(command, call, own) : floor);
      }
      return Object.fromEntries(figures);
    });
    endResidents();
    builds.remove();
    return times;
  },
};

function timedCall(command: string, call: object, env?: NodeJS.ProcessEnv): number {
  const started = performance.now();
  const answer = callOnce(command, call, env);
  const ms = performance.now() - started;
  if (!isDenied(answer)) throw new Error(`${command} does not deny the call: ${answer}`);
  return ms;
}
