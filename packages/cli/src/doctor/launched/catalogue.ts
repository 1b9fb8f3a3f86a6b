/** Findings about hooks that an agent starts for each call through the launcher. */
export const LAUNCHED_FINDINGS = {
  "unknown-event": {
    severity: "problem",
    means: "the agent does not know an event: it skips the hooks there, or does not start",
  },
  "not-a-hook": { severity: "problem", means: "an entry is none that the agent takes" },
  "other-type": {
    severity: "problem",
    means: "an entry of a hook has another type than command: the hook is never started",
  },
  "bare-command": {
    severity: "problem",
    means: "a hook of the SDK is not started by the launcher: when it crashes, the agent goes on",
  },
  "no-shell": {
    severity: "problem",
    means: "the agent does not give the command to the shell that the launcher is written for: the hook never runs",
  },
  "launcher-missing": { severity: "problem", means: "the launcher of a command does not exist" },
  "program-missing": { severity: "problem", means: "the program behind the launcher does not exist or may not be run" },
  "unsafe-command": {
    severity: "problem",
    means:
      "a path is relative, or a word is none that every shell carries: what is started depends on folder and shell",
  },
  "other-launcher": {
    severity: "warning",
    means: "what stands in the launcher's place is not the launcher of this version: nobody vouches for what it does",
  },
  "relative-command": {
    severity: "problem",
    means: "a command names a file by a relative path: in another folder the hook does not run, and the agent goes on",
  },
  "hook-missing": { severity: "problem", means: "the hook's file behind the launcher does not exist" },
  "describe-failed": { severity: "problem", means: "the hook does not start, so it fails at every call" },
  "wrong-event": { severity: "problem", means: "the launcher is told another event than the one it stands at" },
  "wrong-refusal": {
    severity: "problem",
    means: "what holds in the place of a launcher that is gone is not what the agent takes for a refusal",
  },
  "wrong-mode": { severity: "problem", means: "the launcher's mode is not the policy of the hook" },
  "wrong-variant": {
    severity: "problem",
    means: "the hook is told another host, or another variant of it, than the entry is of",
  },
  "limits-order": {
    severity: "problem",
    means: "the hook's deadline, the launcher's seconds and the agent's timeout do not come in this order",
  },
  "bad-matcher": { severity: "problem", means: "a matcher does not compile: the agent never calls the hook" },
  "nothing-guards": { severity: "warning", means: "there is no hook with a command" },
  "partial-guard": { severity: "warning", means: "a matcher keeps tools from a hook that may refuse them" },
  "missing-event": { severity: "warning", means: "a hook handles an event that it has no entry for" },
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
} as const;
