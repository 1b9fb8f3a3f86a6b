import type { Severity } from "../findings/catalogue.js";

/** What is found in files of docker-agent alone. */
export const DOCKER_AGENT_FINDINGS = {
  "unknown-event": {
    severity: "problem",
    means: "docker-agent does not know an event: it does not start, or skips the hooks without a word",
  },
  "old-schema": {
    severity: "problem",
    means: "`version` of the agent's file does not know what the hooks need: docker-agent does not start",
  },
  "not-a-hook": { severity: "problem", means: "an entry is none that docker-agent takes" },
  "other-type": {
    severity: "problem",
    means: "an entry of a hook has another type than command: the hook is never started",
  },
  "bare-command": {
    severity: "problem",
    means: "a hook of the SDK is not started by the launcher: when it crashes, docker-agent goes on",
  },
  "launcher-missing": { severity: "problem", means: "the launcher of a command does not exist" },
  "program-missing": { severity: "problem", means: "the program behind the launcher does not exist or may not be run" },
  "unsafe-command": {
    severity: "problem",
    means:
      "a path is relative, or a word is none that every shell carries: what is started depends on folder and shell",
  },
  "hook-missing": { severity: "problem", means: "the hook's file behind the launcher does not exist" },
  "working-dir-missing": { severity: "problem", means: "`working_dir` is no folder: the hook is not started" },
  "describe-failed": { severity: "problem", means: "the hook does not start, so it fails at every call" },
  "wrong-event": { severity: "problem", means: "the launcher is told another event than the one it stands at" },
  "wrong-refusal": {
    severity: "problem",
    means: "what holds in the place of a launcher that is gone is not what docker-agent takes for a refusal",
  },
  "wrong-mode": { severity: "problem", means: "the launcher's mode is not the policy of the hook" },
  "wrong-lane": {
    severity: "problem",
    means: "`--host` and `preempt_yolo` do not fit: the hook answers for another lane",
  },
  "limits-order": {
    severity: "problem",
    means: "the hook's deadline, the launcher's seconds and docker-agent's timeout do not come in this order",
  },
  "version-differs": { severity: "warning", means: "a hook is told another version of docker-agent than the others" },
  "version-untold": { severity: "note", means: "nothing tells the hook the version of docker-agent" },
  unenforced: {
    severity: "problem",
    means:
      "a hook that may refuse has no entry with `preempt_yolo`: it is not asked under --yolo, allow rules and safety modes",
  },
  "not-enforceable": {
    severity: "warning",
    means:
      "this docker-agent has no `preempt_yolo`: under --yolo, allow rules and in background agents no hook is asked",
  },
  "allow-rules": { severity: "problem", means: "`permissions.allow` lets tools run that a hook is never asked about" },
  "allow-rewrites": {
    severity: "warning",
    means: "`permissions.allow` lets tools run as the model wrote them, whatever a hook changes of their arguments",
  },
  "bad-matcher": { severity: "problem", means: "a matcher does not compile: docker-agent never calls the hook" },
  "nothing-guards": { severity: "warning", means: "the file has no hook with a command" },
  "partial-guard": { severity: "warning", means: "a matcher keeps tools from a hook that may refuse them" },
  "unguarded-agent": {
    severity: "problem",
    means: "an agent lacks a hook that may refuse tool calls, and that others in the file have",
  },
  "harnessed-agent": {
    severity: "warning",
    means: "another agent program works behind an agent: no hook is asked about its model and tools",
  },
  "outside-agent": {
    severity: "warning",
    means: "an agent of another file is called: it asks its own hooks alone",
  },
  "code-mode": {
    severity: "warning",
    means: "with `code_mode_tools` the tools are called from a script, and a hook is asked about the script alone",
  },
  "large-results": {
    severity: "warning",
    means: "of a large result the model gets docker-agent's own excerpt, whatever a hook that blocks makes of it",
  },
  "missing-event": { severity: "warning", means: "a hook handles an event that it has no entry for" },
  "hangs-headless": {
    severity: "warning",
    means: "with a hook at this event a headless run may hang for ever",
  },
  "rewrites-collide": {
    severity: "warning",
    means: "two hooks may rewrite at one event: the first counts, and the other's rewrite is lost",
  },
  "rewrites-merge": {
    severity: "note",
    means: "two hooks may change arguments: neither sees what the other changed",
  },
  "allow-unseen": {
    severity: "note",
    means: "a hook of others was not looked at: it may allow tool calls, and then nobody is asked",
  },
  "bad-snapshot": {
    severity: "problem",
    means: "a start-up snapshot cannot be started, so the hook fails at every call",
  },
  "stale-snapshot": {
    severity: "warning",
    means: "a start-up snapshot was not made from the bundle beside it",
  },
  "other-node": {
    severity: "warning",
    means: "a start-up snapshot was made by another Node than the one that starts it",
  },
} as const satisfies Readonly<Record<string, { severity: Severity; means: string }>>;
