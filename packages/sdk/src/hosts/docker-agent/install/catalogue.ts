import type { OwnFindings } from "../../../host-tools/install-findings.js";

/** Findings that only occur in files of docker-agent. */
export const FINDINGS = {
  "old-schema": {
    severity: "problem",
    means: "the file's `version` does not support what the hooks need: docker-agent does not start",
  },
  "working-dir-missing": { severity: "problem", means: "`working_dir` is not a folder: the hook does not start" },
  "version-differs": {
    severity: "warning",
    means: "a hook receives a different version of docker-agent than the others",
  },
  "version-unknown": { severity: "note", means: "the hook does not receive the version of docker-agent" },
  unenforced: {
    severity: "problem",
    means:
      "a hook that may deny has no entry with `preempt_yolo`: it is not called under --yolo, allow rules and safety modes",
  },
  "not-enforceable": {
    severity: "warning",
    means:
      "this docker-agent has no `preempt_yolo`: it calls no hooks under --yolo, allow rules and in background agents",
  },
  "allow-rules": { severity: "problem", means: "`permissions.allow` lets tools run without calling the hook" },
  "allow-rewrites": {
    severity: "warning",
    means: "`permissions.allow` lets tools run with the model's arguments, even if a hook changes them",
  },
  "unguarded-agent": {
    severity: "problem",
    means: "an agent lacks a hook that may deny tool calls and that other agents in the file have",
  },
  "harnessed-agent": {
    severity: "warning",
    means: "an agent runs another agent program: no hook is called about its model and tools",
  },
  "outside-agent": {
    severity: "warning",
    means: "an agent from another file is called: it only calls its own hooks",
  },
  "code-mode": {
    severity: "warning",
    means: "with `code_mode_tools`, a script calls the tools, and hooks are only called about the script",
  },
  "large-results": {
    severity: "warning",
    means: "the model gets docker-agent's own excerpt of a large result, even if a blocking hook changes it",
  },
  "hangs-headless": {
    severity: "warning",
    means: "with a hook for this event, a headless run may hang forever",
  },
  "rewrites-collide": {
    severity: "warning",
    means: "two hooks may rewrite at one event: the first rewrite wins, and the other is lost",
  },
  "rewrites-merge": {
    severity: "note",
    means: "two hooks may change arguments: neither sees the other's changes",
  },
} as const satisfies OwnFindings;

/** The id of one of these findings, or of one that every host can have. */
export type FindingId =
  | keyof typeof FINDINGS
  | "not-inspected"
  | "bad-matcher"
  | "missing-event"
  | "not-a-hook"
  | "nothing-guards"
  | "other-type"
  | "partial-guard"
  | "unknown-event"
  | "wrong-variant";

/** A finding about a hook or a file. */
export type DockerAgentFinding = readonly [id: FindingId, what: string, fix: string];

export function finding(id: FindingId, what: string, fix: string): DockerAgentFinding {
  return [id, what, fix];
}
