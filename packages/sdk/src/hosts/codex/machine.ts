import { inProject, type MachineFacts, words } from "../../host-tools/machine.js";

/** `KEY=VALUE` of any setting except those of the model, the display and the session. */
const SETTING =
  /^(?![\s"']*(?:(?:review_)?model|model_(?:provider|(?:reasoning|context|max|auto|supports)_\w+|verbosity)|(?:tui|history)\.\w+|personality|service_tier|(?:tools\.)?web_search|(?:hide_agent|show_raw_agent|project_doc)_\w+|file_opener)[\s"']*=)/;

/** From `codex --help`, `codex exec --help` and the program of 0.169.0. */
export const machine: MachineFacts = {
  shellMarks: ["CODEX_CI", "CODEX_SANDBOX*", "CODEX_THREAD_ID"],
  processes: [],
  settings: [
    "~/.codex/config.toml",
    "~/.codex",
    inProject(".codex"),
    "**/.codex/rules",
    "/etc/codex",
    "/Library/Application Support/Codex",
    "C:/{ProgramData,Program Files}/Codex",
  ],
  notSettings: ["~/.codex/{prompts,skills,memories}", "**/.codex/*.md"],
  movedBy: { CODEX_HOME: "" },
  secrets: ["~/.codex/auth.json"],
  // An agent can have any key of the config, also MCP servers (from the manual).
  definitions: [{ files: ["**/.codex/agents"], keys: "all" }],
  programs: ["codex"],
  packages: ["@openai/codex"],
  options: {
    "--sandbox": /^danger-full-access$/,
    "-s": /^danger-full-access$/,
    "--ask-for-approval": /^never$/,
    "-a": /^never$/,
    "--disable": /hooks|plugins/,
    "--config": SETTING,
    "-c": SETTING,
  },
  harmless: words(
    "-m --model -p --profile -i --image -C --cd --add-dir --search -h --help -V --version --last --all --json -o --output-last-message --output-schema --color --skip-git-repo-check --full-auto --ephemeral --oss --local-provider --no-alt-screen --worktree --strict-config --uncommitted --base --commit --title",
  ),
  writes: ["-o", "--output-last-message"],
  worksIn: ["-C", "--cd"],
  projectSettings: "below",
  variables: {},
  prefix: "CODEX_",
  commands: [
    "features",
    "plugin",
    "mcp",
    "app-server",
    "mcp-server",
    "exec-server",
    "remote-control",
    "sandbox",
    "cloud",
    "apply|a",
  ],
  reads: ["features list", "plugin list|search", "plugin marketplace list", "mcp list|get|login|logout"],
};
