import { onTestFinished, vi } from "vitest";

/** The environment of a hook whose store cannot be opened. */
export const BROKEN_STORE = { AGENT_HOOK_STORE: "file:/dev/null/store" };

/** Stops the clocks of this process until the test moves them. Timers still run. */
export function moveTime() {
  vi.useFakeTimers({ toFake: ["Date", "performance", "hrtime"] });
  onTestFinished(() => void vi.useRealTimers());
  return { advance: (ms: number) => void vi.advanceTimersByTime(ms) };
}
