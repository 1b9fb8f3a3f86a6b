import { COMMAND_HOOK_FINDINGS } from "../command-hooks/catalogue.js";
import { DOCKER_AGENT_FINDINGS } from "../docker-agent/catalogue.js";
import { LAUNCHED_FINDINGS } from "../launched/catalogue.js";

/** `problem`: the agent does not start, or a tool may run unguarded. Notes do not cause exit code 1. */
export type Severity = "problem" | "warning" | "note";

/** All findings. Their ids are stable. The reference in the docs is generated from this list. */
export const FINDINGS = {
  "invalid-config": { severity: "problem", means: "PicoClaw does not take a value in `hooks`, and does not start" },
  "unknown-field": {
    severity: "problem",
    means: "PicoClaw v0.2.8 and later does not start with a field that it does not know; older versions ignore it",
  },
  "ignored-field": { severity: "note", means: "this version of PicoClaw ignores a field that it does not know" },
  "builtin-enabled": {
    severity: "problem",
    means: "a released PicoClaw has no hook inside, and does not start with one enabled",
  },
  "no-hooks": { severity: "note", means: "the config has no hook process" },
  "hooks-disabled": { severity: "warning", means: "`hooks.enabled` is false: no hook is started" },
  "not-enabled": {
    severity: "problem",
    means: 'a process does not say "enabled": true, so PicoClaw never starts it and asks nobody',
  },
  disabled: { severity: "note", means: "a process is switched off" },
  "never-asked": {
    severity: "problem",
    means: "a process has neither `observe` nor `intercept`: PicoClaw does not start",
  },
  "dir-missing": { severity: "problem", means: "`dir` is no folder: PicoClaw does not start" },
  "command-missing": { severity: "problem", means: "the program of `command` is not found: PicoClaw does not start" },
  "command-not-executable": {
    severity: "problem",
    means: "the program of `command` may not be executed, or is a text without #!: PicoClaw does not start",
  },
  "script-missing": { severity: "problem", means: "the script among the arguments does not exist" },
  "hello-failed": {
    severity: "problem",
    means: "the hook ended or answered hello with an error: PicoClaw does not start",
  },
  "not-run": {
    severity: "warning",
    means: "the hook stands in a file that is not the user's own config, and nobody said that its command may run",
  },
  "probe-failed": {
    severity: "problem",
    means: "asked about a harmless call, the hook failed or gave no answer: it refuses every call, or guards none",
  },
  "hello-late": { severity: "problem", means: "hello was not answered in 5 s: PicoClaw waits, and does not start" },
  "relative-path": {
    severity: "warning",
    means: "what is started depends on the folder in which PicoClaw was started",
  },
  "program-by-path": {
    severity: "note",
    means: "the program is looked up in the PATH of PicoClaw, which a service may not have",
  },
  "program-of-packages": {
    severity: "warning",
    means: "the program is in a `node_modules/.bin`, where any package of a project may put one",
  },
  "package-runner": {
    severity: "warning",
    means: "npx, tsx and the like start the hook: slow, and some ask the network first",
  },
  "same-command": { severity: "warning", means: "two processes are the same hook: it is asked everything twice" },
  "stdout-noise": { severity: "warning", means: "the hook writes to stdout what is no message" },
  "unasked-guard": {
    severity: "problem",
    means: "`intercept` lacks what a guard needs: it is not asked, or is open when it crashes",
  },
  "missing-mode": { severity: "warning", means: "the hook handles what the config does not bring to it" },
  "superfluous-mode": {
    severity: "note",
    means: "the hook is asked what it does not handle: each call waits for nothing",
  },
  "open-when-dead": {
    severity: "warning",
    means: "a hook that may refuse tools is not asked to approve them: when it crashes, they run",
  },
  "continues-when-dead": {
    severity: "note",
    means: 'a hook with onFailure "continue" may refuse tools in beforeTool: when it crashes, they run',
  },
  "open-beside-tools": {
    severity: "note",
    means: "a guard also handles points that PicoClaw leaves open when the hook is dead",
  },
  "deadline-too-long": {
    severity: "warning",
    means: "the host gives up before the hook's own deadline: the call goes on, whatever `onFailure` says",
  },
  "approval-deadline-too-long": {
    severity: "note",
    means: "the host gives up an approval before the hook's own deadline: it refuses, with its own words",
  },
  "default-timeouts": { severity: "note", means: "`hooks.defaults` does not say how long a hung hook may hold a call" },
  "answered-before-guard": {
    severity: "warning",
    means: "a hook may answer a call in the tool's place, and the guard never sees it",
  },
  "answered-without-guard": {
    severity: "note",
    means: "when the guard is dead, a hook behind it still answers calls in the tool's place, and nobody approves them",
  },
  "host-unknown": {
    severity: "note",
    means: "nothing tells the hook the version of PicoClaw: the strictest rules hold",
  },
  "host-differs": {
    severity: "warning",
    means: "a hook is told another version of PicoClaw than the one it runs under",
  },
  "own-tools-ignored": {
    severity: "warning",
    means: "nothing brings the hook's tools to the model: PicoClaw v0.2.8 and later takes them from MCP servers alone",
  },
  "mcp-name-differs": {
    severity: "warning",
    means:
      "an MCP server brings the hook's tools, and `AGENT_HOOK_MCP_NAME` does not name it: the hook does not know them",
  },
  "mcp-server-fails": {
    severity: "problem",
    means: "the MCP server of a hook does not start: PicoClaw ends every turn",
  },
  "version-limits": {
    severity: "note",
    means: "what this version of PicoClaw does not carry of what the hook may decide",
  },
  "trace-on": { severity: "note", means: "every call of the hook is recorded in a file" },
  "trace-raw": { severity: "warning", means: "every call of the hook is recorded in a file, secrets included" },
  "config-readable": { severity: "note", means: "others may read the config, and with it the secrets in an `env`" },
  isolated: {
    severity: "note",
    means: "PicoClaw starts the hooks in a sandbox, and they were looked at outside of it",
  },
  ...LAUNCHED_FINDINGS,
  ...DOCKER_AGENT_FINDINGS,
  ...COMMAND_HOOK_FINDINGS,
} as const satisfies Readonly<Record<string, { severity: Severity; means: string }>>;

export type FindingId = keyof typeof FINDINGS;

/** A finding about a hook or the config. */
export interface Finding {
  readonly id: FindingId;
  readonly severity: Severity;
  readonly message: string;
  readonly fix: string;
}

export function finding(id: FindingId, message: string, fix: string): Finding {
  return { id, severity: FINDINGS[id].severity, message, fix };
}
