import type { InstallFinding, Severity } from "@agent-hook/sdk/internal/installs";
import { FINDINGS, type FindingId } from "./catalogue.js";

/** A finding about a hook or a config. */
export interface Finding {
  readonly id: string;
  readonly severity: Severity;
  readonly message: string;
  readonly fix: string;
}

export function finding(id: FindingId, message: string, fix: string): Finding {
  return hostFinding([id, message, fix]);
}

/** Returns a finding of a host's own rules. */
export function hostFinding([id, message, fix]: InstallFinding): Finding {
  return { id, severity: FINDINGS[id] ?? "problem", message, fix };
}

/** Returns whether there is a finding with one of these ids. */
export function hasFinding(findings: readonly Finding[], ...ids: readonly FindingId[]): boolean {
  return findings.some(({ id }) => (ids as readonly string[]).includes(id));
}

const ORDER: readonly Severity[] = ["problem", "warning", "note"];

/** Sorts problems first, then warnings, then notes. */
export function worstFirst(findings: readonly Finding[]): Finding[] {
  return [...findings].sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
}

/** Returns whether there are neither problems nor warnings. */
export function isHealthy(findings: readonly Finding[]): boolean {
  return findings.every(({ severity }) => severity === "note");
}
