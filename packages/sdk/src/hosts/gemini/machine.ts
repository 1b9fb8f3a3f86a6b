import { inProject, type MachineFacts, TOML_SHELL_LINE, words } from "../../host-tools/machine.js";

/** From `gemini --help` of 0.61.0. */
export const machine: MachineFacts = {
  shellMarks: ["GEMINI_CLI"],
  processes: [],
  settings: [
    "~/.gemini/settings.json",
    "~/.gemini",
    inProject(".gemini"),
    "/etc/gemini-cli",
    "/Library/Application Support/GeminiCli",
    "C:/{ProgramData,Program Files}/gemini-cli",
  ],
  notSettings: ["~/.gemini/{commands,tmp,agents,skills}", "**/.gemini/*.md"],
  movedBy: { GEMINI_CLI_HOME: "/.gemini", GEMINI_CLI_SYSTEM_SETTINGS_PATH: "" },
  secrets: [
    "~/.gemini/{oauth_creds.json,mcp-oauth-tokens*,a2a-oauth-tokens*,google_accounts.json,gemini-credentials.json}",
  ],
  definitions: [
    { files: ["**/.gemini/agents/**/*.md"], keys: ["hooks", "mcpServers"] },
    { files: ["**/.gemini/commands/**/*.toml"], keys: [], shellLine: TOML_SHELL_LINE },
  ],
  programs: ["gemini"],
  packages: ["@google/gemini-cli"],
  options: {
    "--approval-mode": /^yolo$/,
    "--allowed-tools": { any: /(?:^|[\s,])(?:run_shell_command|ShellTool)(?=$|[\s,])/ },
  },
  harmless: words(
    "-p --prompt -i --prompt-interactive -m --model -o --output-format -d --debug -h --help -v --version -s --sandbox -r --resume --session-id --session-file --list-sessions --delete-session -l --list-extensions --include-directories --screen-reader -w --worktree --raw-output --accept-raw-output-risk",
  ),
  writes: [],
  worksIn: [],
  projectSettings: "same",
  variables: {},
  prefix: "GEMINI_",
  commands: ["hooks|hook", "extensions|extension", "mcp", "skills|skill"],
  reads: ["extensions|extension list|validate", "mcp list", "skills|skill list"],
};
