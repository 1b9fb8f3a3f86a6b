/** Findings about hooks whose processes an agent keeps running. */
export const PROCESS_FINDINGS = {
  "invalid-config": { severity: "problem", means: "a value in `hooks` is invalid: the agent does not start" },
  "unknown-field": {
    severity: "problem",
    means: "the agent does not start with an unknown field; older versions of it ignore the field",
  },
  "ignored-field": { severity: "note", means: "this version of the agent ignores an unknown field" },
  "builtin-enabled": {
    severity: "problem",
    means: "released versions of the agent have no built-in hooks, and do not start with one enabled",
  },
  "no-hooks": { severity: "note", means: "the config has no hook process" },
  "hooks-disabled": { severity: "warning", means: "`hooks.enabled` is false: no hook starts" },
  "not-enabled": {
    severity: "problem",
    means: 'a process lacks "enabled": true, so the agent never starts or calls it',
  },
  disabled: { severity: "note", means: "a process is disabled" },
  "no-points-enabled": {
    severity: "problem",
    means: "a process has neither `observe` nor `intercept`: the agent does not start",
  },
  "dir-missing": { severity: "problem", means: "`dir` is not a folder: the agent does not start" },
  "command-missing": { severity: "problem", means: "the program of `command` is not found: the agent does not start" },
  "command-not-executable": {
    severity: "problem",
    means: "the program of `command` is not executable, or is a text file without #!: the agent does not start",
  },
  "script-missing": { severity: "problem", means: "the script among the arguments does not exist" },
  "hello-failed": {
    severity: "problem",
    means: "the hook ended or answered hello with an error: the agent does not start",
  },
  "not-run": {
    severity: "warning",
    means: "the hook is in a file that is not the user's own config, and nobody agreed to run its command",
  },
  "probe-failed": {
    severity: "problem",
    means: "the hook failed a harmless call or did not answer it: it denies every call, or guards none",
  },
  "probe-denied": { severity: "warning", means: "the hook denied a harmless call: it may deny every call" },
  "hello-late": {
    severity: "problem",
    means: "the hook did not answer hello within 5 s: the agent waits, and does not start",
  },
  "relative-path": {
    severity: "warning",
    means: "what starts depends on the agent's working directory",
  },
  "program-by-path": {
    severity: "note",
    means: "the program is looked up on the agent's PATH, which may differ in a service",
  },
  "program-of-packages": {
    severity: "warning",
    means: "the program is in a `node_modules/.bin`, where any package of a project may install one",
  },
  "package-runner": {
    severity: "warning",
    means: "npx, tsx or a similar runner starts the hook, which is slow and may need the network",
  },
  "same-command": { severity: "warning", means: "two processes are the same hook: it receives every call twice" },
  "stdout-noise": { severity: "warning", means: "the hook writes something other than messages to stdout" },
  "guard-not-called": {
    severity: "problem",
    means: "`intercept` lacks points that a guard needs: it is not called, or calls pass when it crashes",
  },
  "missing-mode": { severity: "warning", means: "the hook handles points that the config does not enable" },
  "superfluous-mode": {
    severity: "note",
    means: "the config enables points that the hook does not handle: each call waits for nothing",
  },
  "open-when-dead": {
    severity: "warning",
    means: "a hook that may deny tools is not called at approve_tool: when it crashes, they run",
  },
  "continues-when-dead": {
    severity: "note",
    means: 'a hook with onFailure "continue" may deny tools in beforeTool: when it crashes, they run',
  },
  "only-tools-guarded": {
    severity: "note",
    means: "a guard also handles points where the agent continues when the hook is dead",
  },
  "deadline-too-long": {
    severity: "warning",
    means: "the host's timeout is shorter than the hook's deadline: the call continues, whatever `onFailure` is",
  },
  "approval-deadline-too-long": {
    severity: "note",
    means: "the host's approval timeout is shorter than the hook's deadline: the host denies with its own text",
  },
  "default-timeouts": { severity: "note", means: "`hooks.defaults` does not limit how long a hung hook delays a call" },
  "answered-before-guard": {
    severity: "warning",
    means: "another hook may answer a call instead of the tool, and the guard never sees it",
  },
  "answered-without-guard": {
    severity: "note",
    means: "when the guard is dead, a hook behind it still answers calls instead of the tool, without approval",
  },
  "host-unknown": {
    severity: "note",
    means: "the hook does not receive the version of the agent, so the strictest rules apply",
  },
  "host-differs": {
    severity: "warning",
    means: "a hook receives a different version of the agent than the one that runs it",
  },
  "own-tools-ignored": {
    severity: "warning",
    means: "the model does not see the hook's tools: the agent only gets tools from MCP servers",
  },
  "mcp-name-differs": {
    severity: "warning",
    means:
      "an MCP server provides the hook's tools, but `AGENT_HOOK_MCP_NAME` does not name it: the hook treats them as tools of another program",
  },
  "mcp-server-fails": {
    severity: "problem",
    means: "the MCP server of a hook does not start: the agent ends every turn",
  },
  "version-limits": {
    severity: "note",
    means: "this version of the agent does not support some of the hook's decisions",
  },
  "trace-on": { severity: "note", means: "every call of the hook is recorded in a file" },
  "trace-raw": { severity: "warning", means: "every call of the hook is recorded in a file, including secrets" },
  "config-readable": { severity: "note", means: "other users can read the config, including the secrets in an `env`" },
  isolated: {
    severity: "note",
    means: "the agent starts the hooks in a sandbox, but doctor inspected them outside of it",
  },
} as const;

/** Returns the JSON to write for a process of the config, and its place, as words for a fix. */
export function inProcess(name: string, fields: Readonly<Record<string, unknown>>): string {
  return inConfig(`hooks.processes.${name}`, fields);
}

/** Returns the JSON to write at a place in the config, and the place, as words for a fix. */
export function inConfig(place: string, fields: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(fields).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  return `in ${place}: ${lines.join(", ")}`;
}
