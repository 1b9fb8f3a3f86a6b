import { type CommandHostName, commandHost, type Effect, HOST_FACTS } from "@agent-hook/testing/command-hosts";
import { type Attempt, environmentOf, type Lane, passingOf } from "./attempt.js";
import { HOST_SECONDS, launched } from "./launched.js";

/** The name of the shell tool in each host. */
const SHELLS: Readonly<Record<CommandHostName, string>> = {
  "claude-code": "Bash",
  codex: "Bash",
  gemini: "run_shell_command",
  copilot: "bash",
};
/** The event with the model request, in hosts that have one. */
const MODEL_EVENTS: Readonly<Partial<Record<CommandHostName, string>>> = { gemini: "BeforeModel" };

/** Runs Claude Code, Codex, Gemini CLI or Copilot CLI by its measured rules. */
export function commandHostLane(name: CommandHostName): Lane {
  const { title, beforeTool, afterTool } = HOST_FACTS[name];
  const hostOf = (attempt: Attempt) =>
    commandHost(name, {
      timeout: HOST_SECONDS,
      env: { ...process.env, ...environmentOf(attempt) },
      // Matches the output of `config`.
      ...(name === "claude-code" && attempt.policy === "block" ? { onFailure: "block" } : {}),
    });
  const command = (attempt: Attempt, event: string) =>
    launched(attempt, name, event, name === "copilot" ? `copilot/${event}` : name);
  return {
    column: name,
    title,
    async rules(attempt, shell) {
      const asked = await hostOf(attempt).beforeTool(command(attempt, beforeTool), {
        tool: SHELLS[name],
        input: { command: shell },
      });
      const { tool, turn } = asked.effect;
      if (turn !== "goes on") return "ended";
      if (tool === "asks") throw new Error("it asks");
      return tool === "runs" ? "allowed" : "denied";
    },
    async passes(attempt, what, text) {
      if (what === "input") return modelInput(attempt, text);
      const { effect } = await hostOf(attempt).afterTool(command(attempt, afterTool), {
        tool: SHELLS[name],
        input: { command: "ls" },
        output: text,
      });
      return passed(effect, effect.result ?? text);
    },
  };

  async function modelInput(attempt: Attempt, text: string) {
    const event = MODEL_EVENTS[name];
    if (event === undefined) return "-" as const;
    const { llm_request } = HOST_FACTS[name].payloads[event] as { llm_request: object };
    const request = { ...llm_request, messages: [{ role: "user", content: text }] };
    const { effect } = await hostOf(attempt).ask(event, command(attempt, event), { llm_request: request });
    return passed(effect, effect.request ?? request);
  }
}

const passed = ({ turn }: Effect, what: unknown) => (turn === "goes on" ? passingOf(what) : "ended");
