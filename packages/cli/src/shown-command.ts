import { quoted } from "@agent-hook/sdk/internal/installs";

/** Returns a command of this program for people, as they can paste it into a shell. */
export function shownCommand(...words: readonly string[]): string {
  return ["npx", "agent-hook", ...words].map(quoted).join(" ");
}
