// Loaded before the first call, which has a deadline.
import "@agent-hook/hooks/shell";
import { type ProtectFilesOptions, protectFiles } from "@agent-hook/hooks";
import { createTestHost } from "@agent-hook/testing";
import { expect } from "vitest";
import type { makeMachine } from "./machine.js";

// The beginnings of reasons.
export const SECRET = expect.stringContaining("can hold secrets");
export const SETTING = expect.stringContaining("configures the agent");
export const OUTSIDE = expect.stringContaining("outside of the project");

export type Machine = ReturnType<typeof makeMachine>;

/** Returns what becomes of a call in the project: `passes`, or the beginning of the reason. */
export function deciding(machine: Machine, options: ProtectFilesOptions = {}) {
  const agent = createTestHost(protectFiles(options), { host: "claude-code", cwd: machine.project });
  const outcome = async (tool: string, args: Record<string, unknown>) => {
    const { ran, reason, failures } = await agent.tool({ tool, arguments: args });
    expect(failures).toEqual([]);
    return ran ? "passes" : reason;
  };
  return {
    read: (file_path: string) => outcome("Read", { file_path }),
    write: (file_path: string) => outcome("Write", { file_path, content: "x" }),
    tool: outcome,
  };
}
