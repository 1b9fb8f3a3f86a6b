import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, vi } from "vitest";
import { folder } from "../config-folder.js";
import { agentNamed, type Home, home } from "./agents.js";

/** Runs each test of a file with a PATH that contains the shell that Gemini CLI needs, and no agent. */
export function withoutAgents(): void {
  beforeEach(() => {
    const bin = folder();
    symlinkSync("/bin/bash", join(bin, "bash"));
    vi.stubEnv("PATH", bin);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });
}

/** Creates a home that contains only what the test adds, and whose agents trust the project. */
export function trustingHome(env: NodeJS.ProcessEnv = {}): Home {
  return home({ GEMINI_CLI_TRUST_WORKSPACE: "true", COPILOT_ALLOW_ALL: "true", ...env });
}

/** Adds the finding of an agent that is asked which hooks it trusts, if it is not installed. */
export const wholeFindings = (name: string, ...ids: string[]): string[] => [
  ...ids,
  ...(agentNamed(name).trust ? ["trust-unknown"] : []),
];
