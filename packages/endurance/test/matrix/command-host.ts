import {
  type CommandHostText,
  commandHost,
  type Effect,
  hostFlag,
  simulatedHost,
} from "@agent-hook/testing/internal/command-hosts";
import { type Attempt, environmentOf, type Lane, textEffectOf } from "./attempt.js";
import { HOST_TIMEOUT_SECONDS, launchCommand } from "./launched.js";

/** Runs a version or variant of a host by its measured rules. */
export function commandHostLane(text: CommandHostText): Lane {
  const { name, title, version, variant, simulation } = simulatedHost("matrix", text);
  const { beforeTool, afterTool, shellTool, shellField = "command", model } = simulation;
  const hostOf = (attempt: Attempt) =>
    commandHost(text, {
      ...(variant === undefined ? {} : { permitted: true }),
      timeout: HOST_TIMEOUT_SECONDS,
      env: { ...process.env, ...environmentOf(attempt) },
      // Matches the output of `config` for hosts that have this setting. The others ignore it.
      ...(attempt.policy === "block" ? { onFailure: "block" } : {}),
    });
  const command = (attempt: Attempt, event: string) => launchCommand(attempt, name, event, hostFlag(text, event));
  return {
    column: variant === undefined ? name : `${name}/${variant}`,
    title: `${title} ${version}${variant === undefined ? "" : `/${variant}`}`,
    async callEffect(attempt, shell) {
      const result = await hostOf(attempt).beforeTool(command(attempt, beforeTool), {
        tool: shellTool,
        input: { [shellField]: shell },
      });
      const { tool, turn } = result.effect;
      if (turn !== "continues" && !simulation.denialEndsTurn) return "ended";
      if (tool === "asks") return "asks the user";
      return tool === "runs" ? "allowed" : "denied";
    },
    async textEffect(attempt, what, text) {
      if (what === "input") return modelInput(attempt, text);
      const { effect } = await hostOf(attempt).afterTool(command(attempt, afterTool), {
        tool: shellTool,
        input: { [shellField]: "ls" },
        output: text,
      });
      return effectOnText(effect, effect.result ?? text);
    },
  };

  async function modelInput(attempt: Attempt, text: string) {
    if (model === undefined) return "-" as const;
    const request = model.request(text);
    const { effect } = await hostOf(attempt).ask(model.before, command(attempt, model.before), request);
    return effectOnText(effect, effect.request ?? request);
  }
}

const effectOnText = ({ turn }: Effect, what: unknown) => (turn === "continues" ? textEffectOf(what) : "ended");
