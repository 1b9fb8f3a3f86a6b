/** Findings that only occur for hosts that have a list of hooks for each event. */
export const COMMAND_HOOK_FINDINGS = {
  "broken-file": { severity: "problem", means: "the agent cannot read a file, and ignores its hooks" },
  "agent-warns": { severity: "warning", means: "the agent warns about a file, but uses its hooks" },
  "not-trusted": {
    severity: "problem",
    means: "the agent does not trust a hook or its folder: it skips the hook, usually silently",
  },
  "switched-off": { severity: "problem", means: "a setting disables hooks: the agent silently starts none" },
  "trust-undecided": {
    severity: "note",
    means: "the agent asks whether to trust the folder: if you decline, it starts no hooks there",
  },
  "trust-unasked": { severity: "note", means: "doctor could not find out whether the agent trusts the hooks" },
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
  "configured-twice": { severity: "note", means: "the same hook is configured more than once for an event" },
  "asks-server": {
    severity: "note",
    means: "the agent calls a hook through its MCP server, which doctor does not start",
  },
  "served-open": { severity: "note", means: "a tool runs if the MCP server of the hook fails" },
  "other-server": {
    severity: "problem",
    means: "the project has an MCP server with the hook's name: the agent calls that one about tools",
  },
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
