import { HooksStartError } from "@agent-hook/host";
import { type PicoClawHost, startPicoClawHost } from "@agent-hook/testing/internal/picoclaw";
import {
  type Attempt,
  commandOf,
  environmentOf,
  KILLED_BEFORE,
  type Lane,
  NEEDS_LAUNCHER,
  passingOf,
} from "./attempt.js";

/** Only a loop must reach the limit. A busy machine may be slow with the other hooks. */
const limits = ({ fault }: Attempt) => {
  const ms = fault === "loops for ever" ? 2000 : 60_000;
  return { interceptor_timeout_ms: ms, approval_timeout_ms: ms };
};

/** Returns the points that `agent-hook config picoclaw` lists for a hook like this. */
const intercept = ({ role, policy }: Attempt) => {
  const asked = role === "redactor" ? (["before_llm", "after_tool"] as const) : [];
  return policy === "block"
    ? ([...asked, "approve_tool"] as const)
    : role === "guard"
      ? (["before_tool"] as const)
      : asked;
};

/** Runs PicoClaw by its rules. */
export function picoclaw(version: string): Lane {
  return {
    column: "picoclaw",
    title: `PicoClaw ${version}`,
    async rules(attempt, command) {
      if (NEEDS_LAUNCHER.includes(attempt.fault)) return "-";
      await using host = await start(attempt, version);
      if (host === undefined) return "ended";
      const { outcome } = await host.runTool({ tool: "exec", arguments: { command } }, () => "it ran");
      return outcome === "ran" ? "allowed" : outcome === "denied" ? "denied" : "ended";
    },
    async passes(attempt, what, text) {
      if (NEEDS_LAUNCHER.includes(attempt.fault)) return "-";
      await using host = await start(attempt, version);
      if (host === undefined) return "ended";
      const asked =
        what === "input"
          ? await host.beforeLlm({ messages: [{ role: "user", content: text }] })
          : await host.afterTool({ tool: "exec", arguments: {}, result: text });
      if (asked.outcome === "aborted") return "ended";
      return passingOf("request" in asked ? asked.request : asked.result);
    },
  };
}

/** Returns `undefined` if the agent does not start. */
async function start(attempt: Attempt, version: string): Promise<PicoClawHost | undefined> {
  const before = attempt.fault === KILLED_BEFORE;
  const host = await startPicoClawHost([...commandOf(attempt), "--host", `picoclaw@${version}`], {
    version,
    env: environmentOf(attempt),
    defaults: limits(attempt),
    intercept: intercept(attempt),
  }).catch((error: unknown) => {
    if (error instanceof HooksStartError) return undefined;
    throw error;
  });
  if (before) await host?.kill();
  return host;
}
