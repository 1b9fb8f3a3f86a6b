import type { Finding } from "../findings/catalogue.js";

/** What keeps an entry from being started by the launcher, as it should be. */
const NOT_LAUNCHED: readonly Finding["id"][] = [
  "launcher-missing",
  "other-launcher",
  "bare-command",
  "wrong-event",
  "wrong-refusal",
  "wrong-mode",
  "limits-order",
  "timeout-unit",
];

/** Says that the launcher starts the entry, unless a finding speaks against it. */
export function launcherLines(findings: readonly Finding[]): string[] {
  if (findings.some(({ id }) => NOT_LAUNCHED.includes(id))) return [];
  return ["is started by the launcher, with the host's own refusal should that be gone"];
}
