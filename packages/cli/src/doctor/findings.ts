import type { InstallFinding, OwnFindings, Severity } from "@agent-hook/sdk/internal/installs";
import { AGENTS_HOSTS } from "../host-config/installs.js";
import { COMMAND_HOOK_FINDINGS, LAUNCHED_FINDINGS } from "./launched/catalogue.js";
import { PROCESS_FINDINGS } from "./processes/catalogue.js";

/** The id of a finding that more than one host can have. */
export type FindingId =
  | keyof typeof PROCESS_FINDINGS
  | keyof typeof LAUNCHED_FINDINGS
  | keyof typeof COMMAND_HOOK_FINDINGS;

/** All findings. Their ids are stable. The reference in the docs is generated from this list. */
export const FINDINGS: OwnFindings = {
  ...PROCESS_FINDINGS,
  ...LAUNCHED_FINDINGS,
  ...Object.assign({}, ...AGENTS_HOSTS.map(({ findings }) => findings)),
  ...COMMAND_HOOK_FINDINGS,
};

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
  return { id, severity: FINDINGS[id]?.severity ?? "problem", message, fix };
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
