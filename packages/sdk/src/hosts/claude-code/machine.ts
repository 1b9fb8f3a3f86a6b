import { inProject, type MachineFacts, words } from "../../host-tools/machine.js";

/** From `claude --help` and the program of 2.1.330. */
export const machine: MachineFacts = {
  shellMarks: ["CLAUDECODE", "CLAUDE_CODE_CHILD_*", "CLAUDE_CODE_SESSION_*"],
  processes: [],
  settings: [
    "~/.claude/settings.json",
    "~/.claude",
    "~/.claude.json",
    inProject(".claude"),
    "**/.mcp.json",
    "/etc/claude-code",
    "/Library/Application Support/ClaudeCode",
    "C:/{ProgramData,Program Files}/ClaudeCode",
  ],
  notSettings: ["~/.claude/{agents,commands,skills,rules,plans,projects,todos,output-styles}", "**/.claude/*.md"],
  movedBy: { CLAUDE_CONFIG_DIR: "", CLAUDE_CODE_MANAGED_SETTINGS_PATH: "" },
  secrets: ["~/.claude/.credentials.json"],
  definitions: [
    // Hooks judge the shell lines: see `install.ts`.
    {
      files: ["**/.claude/skills/**/SKILL.md", "**/.claude/{agents,commands}/**/*.md"],
      keys: ["hooks", "mcpServers", "permissionMode"],
    },
    // A skill with these files is a plugin. Its hooks and servers start without a question.
    { files: ["**/.claude/skills/**/{.claude-plugin,.lsp.json,hooks,monitors}"], keys: "all" },
  ],
  programs: ["claude"],
  packages: ["@anthropic-ai/claude-code"],
  options: {
    // A model decides in the mode `auto`.
    "--permission-mode": /^(?:bypassPermissions|auto)$/i,
    // A tool without a pattern for its arguments.
    "--allowed-tools": { any: /(?:^|[\s,])(?:Bash|PowerShell|\*)(?:\([:*]*\))?(?=$|[\s,])/ },
  },
  harmless: words(
    "-p --print -c --continue -r --resume --fork-session --session-id -n --name --model --fallback-model --effort --output-format --input-format --include-partial-messages --include-hook-events --forward-subagent-text --replay-user-messages --json-schema --max-turns --max-budget-usd --no-session-persistence --verbose -d --debug --debug-file -v --version -h --help --system-prompt --system-prompt-file --append-system-prompt --append-system-prompt-file --disallowed-tools --tools --add-dir --betas --brief --autocompact --exclude-dynamic-system-prompt-sections --prompt-suggestions --from-pr --ide --chrome --no-chrome --disable-slash-commands --strict-mcp-config --ax-screen-reader --agent -w --worktree --tmux --json",
  ),
  writes: ["--debug-file"],
  worksIn: [],
  projectSettings: "same",
  variables: {},
  prefix: "CLAUDE_",
  commands: ["plugin|plugins", "mcp", "auto-mode", "import", "gateway", "agents"],
  reads: [
    "plugin|plugins list|ls|details|validate|help",
    "plugin|plugins marketplace list|ls",
    "mcp list|get|login|logout|help",
    "auto-mode config|defaults|critique",
  ],
};
