/** Findings about hooks that an agent starts for each call through the launcher. */
export const LAUNCHED_FINDINGS = {
  "unknown-event": {
    severity: "problem",
    means:
      "a hook is configured for an event that the agent does not support: the agent skips the hook, or does not start",
  },
  "not-a-hook": { severity: "problem", means: "an entry is invalid for the agent" },
  "other-type": {
    severity: "problem",
    means: "an entry of a hook has another type than command: the hook never starts",
  },
  "bare-command": {
    severity: "problem",
    means: "a hook that uses the SDK is not started through the launcher: if the hook crashes, the agent continues",
  },
  "no-shell": {
    severity: "problem",
    means: "the agent does not run the command in the shell that the launcher needs: the hook never runs",
  },
  "script-stale": {
    severity: "problem",
    means: "a script that the agent starts is missing, or is not the one for a hook: the agent runs tools without it",
  },
  "launcher-missing": { severity: "problem", means: "the launcher of a command does not exist" },
  "program-missing": {
    severity: "problem",
    means: "the program behind the launcher does not exist or is not executable",
  },
  "node-gone": {
    severity: "warning",
    means: "the Node that an entry names is gone, as after an upgrade: the launcher starts another one",
  },
  "node-in-home": {
    severity: "warning",
    means:
      "a project's entry starts `node` from the PATH, and it is only in your home folder: an agent that was started from the desktop may not find it",
  },
  "unsafe-command": {
    severity: "problem",
    means: "a path is relative, or a word is not safe in every shell: what starts depends on folder and shell",
  },
  "other-launcher": {
    severity: "warning",
    means: "the file at the launcher's path is not this version's launcher: its behavior is unknown",
  },
  "relative-command": {
    severity: "problem",
    means: "a command has a relative path: in another folder the hook does not run, and the agent continues",
  },
  "hook-missing": { severity: "problem", means: "the hook's file behind the launcher does not exist" },
  "describe-failed": { severity: "problem", means: "the hook does not start, so it fails every call" },
  "wrong-event": { severity: "problem", means: "the launcher's event is not the event of its entry" },
  "wrong-denial": {
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
  "matches-nothing": {
    severity: "problem",
    means: "a matcher or the filter of a guard names no tool of the agent as the agent does: it never matches",
  },
  "narrow-matcher": {
    severity: "problem",
    means:
      "a matcher is narrower than the hook's tool filter: the agent does not call the hook for a tool that it selects",
  },
  "not-read-here": {
    severity: "warning",
    means: "the agent does not read a project's hooks, because it starts in a folder below the project's",
  },
  "nothing-guards": { severity: "warning", means: "there is no hook with a command" },
  "partial-guard": { severity: "warning", means: "a matcher hides tools from a hook that may deny them" },
  "missing-event": { severity: "warning", means: "a hook has no entry for an event that it handles" },
  "not-inspected": {
    severity: "note",
    means: "doctor did not inspect a hook without the SDK: it may allow tool calls, which then run without asking",
  },
  "editable-policy": { severity: "warning", means: "a policy without protect-files can be edited by the agent" },
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

/** Findings that only occur for hosts that have a list of hooks for each event. */
export const COMMAND_HOOK_FINDINGS = {
  "broken-file": { severity: "problem", means: "the agent cannot read a file, and ignores its hooks" },
  "agent-warns": { severity: "warning", means: "the agent warns about a file, but uses its hooks" },
  "not-trusted": {
    severity: "problem",
    means: "the agent does not trust a hook or its folder: it skips the hook, usually silently",
  },
  "other-code": {
    severity: "problem",
    means: "the program that starts the hooks is not the one that agent-hook writes: it may let a tool run",
  },
  "switched-off": { severity: "problem", means: "a setting disables hooks: the agent silently starts none" },
  "trust-undecided": {
    severity: "note",
    means: "the agent asks whether to trust the folder: if you decline, it starts no hooks in this folder",
  },
  "trust-unknown": { severity: "note", means: "doctor could not find out whether the agent trusts the hooks" },
  "unjudged-lines": {
    severity: "warning",
    means: "the agent runs lines of skills or commands in a shell, and no hook judges them",
  },
  "newer-event": {
    severity: "warning",
    means: "the agent on the PATH is older than an event that it should call a hook at",
  },
  "timeout-unit": {
    severity: "problem",
    means: "the timeout of an entry has the unit or the key of another agent",
  },
  "no-on-failure": {
    severity: "warning",
    means: 'an entry lacks `onFailure: "block"`: when every shell is killed, a tool runs',
  },
  "not-awaited": { severity: "problem", means: "the agent does not wait for the hook, so it cannot deny anything" },
  "superfluous-event": { severity: "note", means: "a hook starts for an event that it does not handle" },
  "never-called": { severity: "note", means: "a hook handles a point for which the agent has no event" },
  "configured-twice": { severity: "note", means: "the same hook is configured more than once for an event" },
  "uses-mcp-server": {
    severity: "note",
    means: "the agent calls a hook through its MCP server, which doctor does not start",
  },
  "served-open": { severity: "note", means: "a tool runs if the MCP server of the hook fails" },
  "other-server": {
    severity: "problem",
    means: "the project has an MCP server with the hook's name: the agent calls that one about tools",
  },
  "mod-missing": {
    severity: "warning",
    means: "the folder of a mod lacks a file: the agent calls only the hook in the settings",
  },
  "mod-stale": {
    severity: "warning",
    means: "a mod was written for another command, or by another version of agent-hook",
  },
  "mod-disabled": {
    severity: "warning",
    means: "a setting switches a mod off: the agent calls only the hook in the settings",
  },
  "mod-alone": { severity: "warning", means: "a mod has no hook in the settings: nothing judges the calls" },
  "live-mod": { severity: "warning", means: "with --live, the agent rejects or ignores a mod" },
  "live-open": { severity: "problem", means: "with --live, the agent ran a tool that a hook had denied" },
  "live-reason-lost": {
    severity: "warning",
    means: "with --live, the agent did not run a denied tool, but the model did not receive the reason",
  },
  "live-hook-failed": {
    severity: "problem",
    means: "with --live --tool, the hook failed or did not answer the agent",
  },
  "live-inconclusive": { severity: "warning", means: "with --live, the run of the agent proved nothing" },
} as const;
