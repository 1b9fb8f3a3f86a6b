import type { Finding } from "../findings/catalogue.js";

/** Findings that mean that the launcher does not start an entry correctly. */
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

/** Reports that the launcher starts the entry, unless a finding contradicts that. */
export function launcherLines(findings: readonly Finding[]): string[] {
  if (findings.some(({ id }) => NOT_LAUNCHED.includes(id))) return [];
  return ["starts through the launcher, with a denial as the fallback if the launcher is missing"];
}
