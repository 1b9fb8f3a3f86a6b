import { afterEach, beforeEach, vi } from "vitest";
import { closeAll } from "../src/engine/close-at-exit.js";

/** Hooks write no decision log, and are closed after each test. Returns what they wrote to stderr. */
export function openHooks(): readonly string[] {
  const errors: string[] = [];
  beforeEach(() => {
    errors.length = 0;
    vi.stubEnv("AGENT_HOOK_LOG", "off");
    vi.stubEnv("AGENT_HOOK_STORE", "memory:");
    vi.spyOn(process.stderr, "write").mockImplementation((text) => {
      errors.push(String(text));
      return true;
    });
  });
  afterEach(async () => {
    await closeAll();
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });
  return errors;
}
