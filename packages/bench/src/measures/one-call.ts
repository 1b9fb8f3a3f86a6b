import { launcherCommand, launcherPath } from "@agent-hook/sdk/launcher";
import { Builds, FORMS, type Form } from "../contenders/builds.js";
import { OURS } from "../contenders/names.js";
import { askOnce, BARE_GUARD, CALLS, inShell, oneCallHooks, ourGuard, refuses } from "../contenders/one-call.js";
import type { Values } from "../report/results.js";
import { rowsOfForms } from "./forms.js";
import { inTurns } from "./in-turns.js";
import type { Measure } from "./measure.js";

const ROUNDS = 31;

/** A guard that is started for one call and refuses it, from start to exit, in milliseconds. */
export const oneCall: Measure = {
  name: "j",
  pinned: false,
  run: async () => {
    const builds = new Builds();
    const times = await inTurns(oneCallHooks(builds), ROUNDS, async ({ name, commands }) => {
      const figures: Partial<Record<Form | `launched ${Form}`, number>> = {};
      const forms = FORMS.flatMap((form) => (commands[form] === undefined ? [] : [{ form, command: commands[form] }]));
      const call = CALLS["claude-code"];
      for (const { form, command } of forms) figures[form] = took(inShell(command), call);
      if (name !== OURS) return figures;
      // Not in between: what a launcher leaves to be cleaned up would be in the next figure.
      for (const { form, command } of forms) figures[`launched ${form}`] = took(launched(command), call);
      return figures;
    });
    builds.remove();
    const { plain, bundle, snapshot } = rowsOfForms(times);
    const around = (form: Form) => ({ bare: times[form][OURS], [OURS]: times[`launched ${form}`][OURS] }) as Values;
    return {
      "j.plain": plain,
      "j.bundle": bundle,
      "j.snapshot": snapshot,
      "j.launched.plain": around("plain"),
      "j.launched.bundle": around("bundle"),
      "j.launched.snapshot": around("snapshot"),
    };
  },
};

/** The other hosts that start a hook for every call: a bare script and our snapshot. */
export const otherHosts: Measure = {
  name: "hosts",
  pinned: false,
  run: async () => {
    const builds = new Builds();
    const guards = [BARE_GUARD, ourGuard(builds)];
    const { codex, gemini, copilot, "docker-agent": dockerAgent } = CALLS;
    const times = await inTurns(guards, ROUNDS, async ({ commands: { plain, snapshot = plain } }) => {
      const command = inShell(snapshot);
      return {
        "hosts.codex": took(command, codex),
        "hosts.gemini": took(command, gemini),
        "hosts.copilot": took(command, copilot),
        "hosts.docker-agent": took(command, dockerAgent),
      };
    });
    builds.remove();
    return times;
  },
};

function launched(command: readonly string[]): string {
  return launcherCommand({
    launcher: launcherPath(),
    mode: "block",
    host: "claude-code",
    event: "PreToolUse",
    seconds: 10,
    command,
  });
}

function took(command: string, call: object): number {
  const started = performance.now();
  const said = askOnce(command, call);
  const ms = performance.now() - started;
  if (!refuses(said)) throw new Error(`${command} does not refuse: ${said}`);
  return ms;
}
