import { hostCan } from "@agent-hook/sdk/hosts";
import { expect } from "vitest";
import type { AgentRunner, ConfiguredHook } from "./agents/agent-runner.js";
import { canWithhold, denialEndsTurn } from "./agents/capability.js";

// Built from parts, because secret scanners read this file.
export const SECRET = `ghp_${["x7Kq2mZp9Tr4", "Wd8sLb3NvY6c", "Hf1gJt5RaE0u"].join("")}`;

/** What happened to a result with a secret. */
type ResultWithSecret = "read" | "turn ends" | "hidden by the agent" | "redacted";

/** Runs a command that prints a file with a secret, with a hook that redacts results. Checks what the model reads. */
export async function readSecret(agent: AgentRunner, hook: ConfiguredHook): Promise<ResultWithSecret> {
  const done = await agent.run({
    hook,
    command: "cat secret.txt > ran.txt; cat secret.txt",
    project: { "secret.txt": `the key is ${SECRET}, keep it\n` },
  });
  expect(done.project["ran.txt"]).toContain(SECRET);
  if (!canWithhold(agent)) {
    expect(done.toolResult).toContain(SECRET);
    return "read";
  }
  expect(done.sent).not.toContain(SECRET);
  if (denialEndsTurn(agent)) {
    expect(done.toolResult).toBeUndefined();
    return "turn ends";
  }
  if (!hostCan(agent.host, "modify.result", "afterTool")) {
    // Of the agents whose results a hook cannot change, only Droid gets here: it hides such a key before it calls a hook.
    expect(done.toolResult).toMatch(/the key is \*+, keep it/);
    return "hidden by the agent";
  }
  expect(done.toolResult).toContain("the key is [redacted], keep it");
  return "redacted";
}
