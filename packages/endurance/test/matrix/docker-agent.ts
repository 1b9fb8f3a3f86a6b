import { type DockerAgentHostOptions, dockerAgentHost } from "@agent-hook/testing/docker-agent";
import { type Attempt, environmentOf, type Lane, passingOf } from "./attempt.js";
import { HOST_SECONDS, launched } from "./launched.js";

/** Runs docker-agent by its rules, in one version and variant. */
export function dockerAgent(options: DockerAgentHostOptions & { readonly version: string }): Lane {
  const { version, variant } = options;
  const preempt = variant === "preempt";
  const called = `docker-agent@${version}${preempt ? "/preempt" : ""}`;
  const hostOf = (attempt: Attempt) =>
    dockerAgentHost({ timeout: HOST_SECONDS, ...options, env: { ...process.env, ...environmentOf(attempt) } });
  const command = (attempt: Attempt, event: string) => launched(attempt, "docker-agent", event, called);
  return {
    column: preempt ? "docker-agent/preempt" : "docker-agent",
    title: `docker-agent ${version}${preempt ? ", `preempt_yolo`, under --yolo" : ""}`,
    async rules(attempt, cmd) {
      const effect = await hostOf(attempt).preToolUse(command(attempt, "pre_tool_use"), {
        tool: "shell",
        input: { cmd },
      });
      if (effect.turn === "ends") return "ended";
      if (effect.tool === "denied") return "denied";
      return effect.tool === "asks" && effect.asks !== "rules" ? "asks the user" : "allowed";
    },
    async passes(attempt, what, text) {
      const host = hostOf(attempt);
      if (what === "result") {
        const asked = command(attempt, "tool_response_transform");
        const { result, turn } = await host.toolResponseTransform(asked, { tool: "shell", output: text });
        return turn === "ends" ? "ended" : passingOf(result);
      }
      const messages = [{ role: "user", content: text }];
      const { turn, messages: sent } = await host.beforeLlmCall(command(attempt, "before_llm_call"), { messages });
      return turn === "ends" ? "ended" : passingOf(sent);
    },
  };
}
