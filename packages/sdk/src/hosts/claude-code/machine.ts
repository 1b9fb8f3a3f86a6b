import type { Machine } from "../../host-tools/machine.js";

/** From `claude --help` and the program of 2.1.330. */
export const machine: Machine = {
  shellMarks: ["CLAUDECODE", "CLAUDE_CODE_CHILD_*", "CLAUDE_CODE_SESSION_*"],
  processes: [],
  settings: ["~/.claude/settings.json"],
  programs: ["claude"],
  packages: ["@anthropic-ai/claude-code"],
  options: {
    "--dangerously-skip-permissions": true,
    "--allow-dangerously-skip-permissions": true,
    // A model decides in the mode `auto`.
    "--permission-mode": /^(?:bypassPermissions|auto)$/i,
    "--permission-prompt-tool": true,
    // A tool without a pattern for its arguments.
    "--allowed-tools": { any: /(?:^|[\s,])(?:Bash|PowerShell|\*)(?:\(:?\*?\))?(?=$|[\s,])/ },
    "--bare": true,
    "--safe-mode": true,
    "--restricted": true,
    "--settings": true,
    "--managed-settings": true,
    "--setting-sources": true,
    "--plugin-dir": true,
    "--plugin-url": true,
  },
  variables: {
    CLAUDE_CODE_SIMPLE: true,
    CLAUDE_CODE_SAFE_MODE: true,
    CLAUDE_CODE_RESTRICTED: true,
    CLAUDE_CODE_PERSONAL_HOOKS_OFF: true,
    CLAUDE_CODE_EVEN_MORE_DANGEROUSLY_SKIP_PERMISSIONS: true,
    CLAUDE_CODE_MANAGED_SETTINGS_PATH: true,
    CLAUDE_CONFIG_DIR: true,
  },
  commands: [
    "plugin|plugins configure|disable|enable|install|i|prune|autoremove|restore-set-aside|uninstall|remove|update",
    "plugin|plugins marketplace add|remove|rm|update",
    "plugin|plugins init|new",
    "mcp add|add-json|add-from-claude-desktop|remove|reset-project-choices",
    "auto-mode reset",
    "import",
  ],
};
