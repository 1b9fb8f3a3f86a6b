import type { Exit } from "@agent-hook/host";

/** Describes how a process ended: `with code 1`, `by SIGKILL`. */
export function exitWords({ code, signal }: Exit): string {
  return signal === null ? `with code ${code}` : `by ${signal}`;
}
