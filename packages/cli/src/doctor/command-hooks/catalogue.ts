/** Findings that only occur for Claude Code, Codex, Gemini CLI and Copilot CLI. */
export const COMMAND_HOOK_FINDINGS = {
  "broken-file": { severity: "problem", means: "the agent cannot read a file, and takes no hook of it" },
  "agent-warns": { severity: "warning", means: "Codex warns of something in a file whose hooks it takes" },
  "not-trusted": {
    severity: "problem",
    means: "the agent does not trust a hook or its folder: it skips the hook, most often without a word",
  },
  "switched-off": { severity: "problem", means: "a setting switches hooks off: the agent starts none, without a word" },
  "trust-undecided": {
    severity: "note",
    means: "Gemini CLI asks whether to trust the folder: if the answer is no, it starts no hook there",
  },
  "trust-unasked": { severity: "note", means: "Codex could not be asked whether it trusts the hooks" },
  "timeout-unit": {
    severity: "problem",
    means: "the limit of an entry has the unit or the key of another agent",
  },
  "no-on-failure": {
    severity: "warning",
    means: 'Claude Code is not told `onFailure: "block"`: when every shell is killed, a tool runs',
  },
  "not-awaited": { severity: "problem", means: "the agent does not wait for the hook, so it refuses nothing" },
  "superfluous-event": { severity: "note", means: "a hook is started at an event that it does not handle" },
  "configured-twice": { severity: "note", means: "the same hook stands more than once at an event" },
  "asks-server": { severity: "note", means: "the agent asks a hook by its MCP server, which doctor does not start" },
  "served-open": { severity: "note", means: "a tool runs when the MCP server that is asked about it fails" },
  "other-server": {
    severity: "problem",
    means: "the project has an MCP server of the hook's name: Claude Code asks that one about tools",
  },
  "live-open": { severity: "problem", means: "tried with --live, the agent ran a tool that a hook had refused" },
  "live-reason-lost": {
    severity: "warning",
    means: "tried with --live, the agent refused a tool, and the model did not read why",
  },
  "live-hook-failed": {
    severity: "problem",
    means: "tried with --live --tool, the hook failed or gave no answer to the agent",
  },
  "live-inconclusive": { severity: "warning", means: "tried with --live, the agent showed nothing" },
} as const;
