import { type Difference, differences } from "@agent-hook/sdk/transcript";

/** Returns what a hook changed in a part of a call. */
export function between(part: string, before: unknown, after: unknown): Difference[] {
  return differences({ from: "host", message: { [part]: before } }, { from: "host", message: { [part]: after } });
}

/** Lists the changed parts of a call in words. */
export function partsIn(changes: readonly Difference[]): string {
  return [...new Set(changes.map(({ pointer }) => pointer.split("/")[1] ?? ""))].join(", ");
}
