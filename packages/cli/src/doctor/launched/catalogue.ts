/** Findings about hooks that an agent starts for each call through the launcher. */
export const LAUNCHED_FINDINGS = {
  "unknown-event": {
    severity: "problem",
    means: "the agent does not support an event: it skips the hooks there, or does not start",
  },
  "not-a-hook": { severity: "problem", means: "an entry is invalid for the agent" },
  "other-type": {
    severity: "problem",
    means: "an entry of a hook has another type than command: the hook never starts",
  },
  "bare-command": {
    severity: "problem",
    means: "a hook of the SDK does not start through the launcher: when it crashes, the agent continues",
  },
  "no-shell": {
    severity: "problem",
    means: "the agent does not run the command in the shell that the launcher needs: the hook never runs",
  },
  "launcher-missing": { severity: "problem", means: "the launcher of a command does not exist" },
  "program-missing": {
    severity: "problem",
    means: "the program behind the launcher does not exist or is not executable",
  },
  "unsafe-command": {
    severity: "problem",
    means: "a path is relative, or a word is not safe in every shell: what starts depends on folder and shell",
  },
  "other-launcher": {
    severity: "warning",
    means: "the file at the launcher's path is not this version's launcher: its behaviour is unknown",
  },
  "relative-command": {
    severity: "problem",
    means: "a command has a relative path: in another folder the hook does not run, and the agent continues",
  },
  "hook-missing": { severity: "problem", means: "the hook's file behind the launcher does not exist" },
  "describe-failed": { severity: "problem", means: "the hook does not start, so it fails every call" },
  "wrong-event": { severity: "problem", means: "the launcher's event is not the event of its entry" },
  "wrong-refusal": {
    severity: "problem",
    means: "the fallback for a missing launcher is not a denial for the agent",
  },
  "wrong-mode": { severity: "problem", means: "the launcher's mode differs from the hook's failure policy" },
  "wrong-variant": {
    severity: "problem",
    means: "the hook receives another host or variant than the entry's",
  },
  "limits-order": {
    severity: "problem",
    means: "the hook's deadline, the launcher's limit and the agent's timeout are not in ascending order",
  },
  "bad-matcher": {
    severity: "problem",
    means: "a matcher is not a valid regular expression: the agent never calls the hook",
  },
  "nothing-guards": { severity: "warning", means: "there is no hook with a command" },
  "partial-guard": { severity: "warning", means: "a matcher hides tools from a hook that may deny them" },
  "missing-event": { severity: "warning", means: "a hook has no entry for an event that it handles" },
  "allow-unseen": {
    severity: "note",
    means: "doctor did not inspect a hook without the SDK: it may allow tool calls, which then run without asking",
  },
  "bad-snapshot": {
    severity: "problem",
    means: "a startup snapshot cannot start, so the hook fails every call",
  },
  "stale-snapshot": {
    severity: "warning",
    means: "a startup snapshot was not made from the bundle next to it",
  },
  "other-node": {
    severity: "warning",
    means: "a startup snapshot was made by another version of Node than the one that starts it",
  },
} as const;
