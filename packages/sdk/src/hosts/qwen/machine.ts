import { inProject, type MachineFacts, TOML_SHELL_LINE, words } from "../../host-tools/machine.js";

/** From `qwen --help` of 0.24.4. */
export const machine: MachineFacts = {
  shellMarks: ["QWEN_CODE"],
  processes: [],
  settings: [
    "~/.qwen/settings.json",
    "~/.qwen",
    inProject(".qwen"),
    "/etc/qwen-code",
    "/Library/Application Support/QwenCode",
    "C:/{ProgramData,Program Files}/qwen-code",
  ],
  notSettings: ["~/.qwen/{commands,tmp,agents,skills}", "**/.qwen/*.md"],
  movedBy: { QWEN_HOME: "", QWEN_CODE_SYSTEM_SETTINGS_PATH: "" },
  secrets: [
    "~/.qwen/{oauth_creds.json,mcp-oauth-tokens*,a2a-oauth-tokens*,google_accounts.json,gemini-credentials.json}",
  ],
  definitions: [
    { files: ["**/.qwen/skills/*/SKILL.md", "**/.qwen/agents/**/*.md"], keys: ["hooks", "mcpServers"] },
    { files: ["**/.qwen/commands/**/*.md"], keys: [], shellLine: /!\{/ },
    { files: ["**/.qwen/commands/**/*.toml"], keys: [], shellLine: TOML_SHELL_LINE },
  ],
  programs: ["qwen"],
  packages: ["@qwen-code/qwen-code"],
  options: {
    // A model decides in the mode `auto`.
    "--approval-mode": /^(?:yolo|auto)$/,
    "--allowed-tools": { any: /(?:^|[\s,])(?:run_shell_command|ShellTool|Shell|Bash)(?=$|[\s,])/ },
  },
  harmless: words(
    "-p --prompt -i --prompt-interactive -m --model -o --output-format --input-format -d --debug -h --help -v --version -s --sandbox -r --resume -c --continue --fork-session --session-id -l --list-extensions --include-directories --add-dir --screen-reader --include-partial-messages --json-schema --max-session-turns --max-subagent-depth --max-tool-calls --max-wall-time --system-prompt --append-system-prompt --fallback-model --auth-type --openai-api-key --openai-base-url --output-style --exclude-tools --core-tools --proxy --chat-recording -w --worktree",
  ),
  writes: [],
  worksIn: [],
  projectSettings: "same",
  variables: {},
  prefix: "QWEN_",
  commands: ["extensions", "mcp", "hooks", "serve", "channel", "sandbox"],
  reads: ["extensions list|sources", "mcp list"],
};
