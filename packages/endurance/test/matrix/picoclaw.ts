import { HooksStartError } from "@agent-hook/picoclaw";
import { type PicoClawHost, startPicoClawHost } from "@agent-hook/picoclaw/testing";
import {
  type Attempt,
  commandOf,
  environmentOf,
  KILLED_BEFORE,
  type Lane,
  NEEDS_LAUNCHER,
  textEffectOf,
} from "./attempt.js";

/** Only a loop must reach the limit. A busy machine may be slow with the other hooks. */
const limits = ({ fault }: Attempt) => {
  const ms = fault === "loops for ever" ? 2000 : 60_000;
  return { interceptor_timeout_ms: ms, approval_timeout_ms: ms };
};

/** Returns the points that `agent-hook config picoclaw` lists for a hook like this. */
const intercept = ({ role, policy }: Attempt) => {
  const points = role === "redactor" ? (["before_llm", "after_tool"] as const) : [];
  return policy === "block"
    ? ([...points, "approve_tool"] as const)
    : role === "guard"
      ? (["before_tool"] as const)
      : points;
};

/** Runs PicoClaw by its rules. */
export function picoclaw(version: string): Lane {
  return {
    column: "picoclaw",
    title: `PicoClaw ${version}`,
    async callEffect(attempt, command) {
      if (NEEDS_LAUNCHER.includes(attempt.fault)) return "-";
      await using host = await start(attempt, version);
      if (host === undefined) return "ended";
      const { outcome } = await host.runTool({ tool: "exec", arguments: { command } }, () => "it ran");
      return outcome === "ran" ? "allowed" : outcome === "denied" ? "denied" : "ended";
    },
    async textEffect(attempt, what, text) {
      if (NEEDS_LAUNCHER.includes(attempt.fault)) return "-";
      await using host = await start(attempt, version);
      if (host === undefined) return "ended";
      const result =
        what === "input"
          ? await host.beforeLlm({ messages: [{ role: "user", content: text }] })
          : await host.afterTool({ tool: "exec", arguments: {}, result: text });
      if (result.outcome === "aborted") return "ended";
      return textEffectOf("request" in result ? result.request : result.result);
    },
  };
}

/** Returns `undefined` if the agent does not start. */
async function start(attempt: Attempt, version: string): Promise<PicoClawHost | undefined> {
  const killBefore = attempt.fault === KILLED_BEFORE;
  const host = await startPicoClawHost([...commandOf(attempt), "--host", `picoclaw@${version}`], {
    version,
    env: environmentOf(attempt),
    defaults: limits(attempt),
    intercept: intercept(attempt),
  }).catch((error: unknown) => {
    if (error instanceof HooksStartError) return undefined;
    throw error;
  });
  if (killBefore) await host?.kill();
  return host;
}
