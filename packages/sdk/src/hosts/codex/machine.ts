import type { Machine } from "../../host-tools/machine.js";

/** `KEY=VALUE` of a setting that decides on hooks or approvals. */
const SETTING =
  /^[\s"']*(?:hooks|features\b.*(?:hook|plugin)|approvals?_|sandbox_mode|default_permissions|permissions|bypass_hook_trust|plugins|projects)/;

/** From `codex --help`, `codex exec --help` and the program of 0.169.0. */
export const machine: Machine = {
  shellMarks: ["CODEX_CI", "CODEX_SANDBOX*", "CODEX_THREAD_ID"],
  processes: [],
  settings: ["~/.codex/config.toml"],
  programs: ["codex"],
  packages: ["@openai/codex"],
  options: {
    "--yolo": true,
    "--dangerously-bypass-approvals-and-sandbox": true,
    "--dangerously-bypass-hook-trust": true,
    "--approve-for-me": true,
    "--trust": true,
    "--ignore-user-config": true,
    "--ignore-rules": true,
    "--sandbox": /^danger-full-access$/,
    "-s": /^danger-full-access$/,
    "--ask-for-approval": /^never$/,
    "-a": /^never$/,
    "--disable": /hooks|plugins/,
    "--config": SETTING,
    "-c": SETTING,
  },
  variables: { CODEX_HOME: true },
  commands: [
    "features enable|disable",
    "plugin add|remove",
    "plugin marketplace add|upgrade|remove",
    "mcp add|remove",
    // It writes any setting that it is sent.
    "app-server",
  ],
};
