/** Findings that only occur in files of docker-agent. */
export const DOCKER_AGENT_FINDINGS = {
  "old-schema": {
    severity: "problem",
    means: "`version` of the agent's file does not know what the hooks need: docker-agent does not start",
  },
  "working-dir-missing": { severity: "problem", means: "`working_dir` is no folder: the hook is not started" },
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
} as const;
