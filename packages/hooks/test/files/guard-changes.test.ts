import { MACHINES } from "@agent-hook/sdk/internal/machines";
import { describe, expect, it, test } from "vitest";
import { deciding, SETTING } from "./deciding.js";
import { makeMachine } from "./machine.js";

/** Returns what becomes of a shell command in a project. */
const bash = (command: string) => deciding(makeMachine()).tool("Bash", { command });

describe("a command of agent-hook that writes is a write of settings", () => {
  it.each([
    "agent-hook remove --host claude-code --yes",
    "agent-hook add guard-shell --host codex --config x.json --yes",
    "agent-hook config claude-code --remove --write --yes",
    "agent-hook config claude-code --write=x.json --yes -- node evil.js",
    "agent-hook undo",
    "agent-hook build evil.ts --out ~/.config/agent-hook",
    "agent-hook trace --out=.claude/settings.json -- node x.js",
    "agent-hook replay .claude/settings.json --update -- node x.js",
    "agent-hook $ACTION --host codex --yes",
  ])("%s", async (command) => {
    expect(await bash(command)).toEqual(SETTING);
  });

  it.each([
    "create-agent-hook . --force",
    "npx create-agent-hook . -- --force",
    "npm create agent-hook@latest . -- --force",
    "npm init -y agent-hook . --force",
    "pnpm create agent-hook . --force",
    "yarn dlx create-agent-hook@latest . --force",
  ])("also of the one that creates projects: %s", async (command) => {
    expect(await bash(command)).toEqual(SETTING);
  });

  it.each([
    "npx agent-hook",
    "npx -y agent-hook@1.2.3",
    "npx --yes --package @agent-hook/cli@latest -- agent-hook",
    "npm exec -- agent-hook",
    "npm --prefix . exec agent-hook --",
    "pnpm dlx agent-hook",
    "pnpm -C packages/a exec agent-hook",
    "pnpm agent-hook",
    "yarn agent-hook",
    "yarn workspace a agent-hook",
    "bunx agent-hook",
    "npx ./agent-hook-1.2.3.tgz",
    "npx github:agent-hook/agent-hook#main",
    "bun x agent-hook@latest",
    "deno run -A npm:agent-hook",
    "corepack pnpm dlx agent-hook",
    "./node_modules/.bin/agent-hook",
    "node node_modules/agent-hook/bin/agent-hook.js",
    "node --enable-source-maps ~/code/agent-hook/packages/cli/bin/agent-hook.js",
    "node ../agent-hook/dist/main.js",
    "tsx ~/code/agent-hook/packages/cli/bin/agent-hook.js",
    '"$(npm root)/.bin/agent-hook"',
    "$(which agent-hook)",
    '"$(command -v agent-hook)"',
    "env -i HOME=$HOME agent-hook",
    "doppler run -- agent-hook",
    "timeout 10 npx agent-hook",
    "cp node_modules/.bin/agent-hook /tmp/x && /tmp/x",
    "ln -s node_modules/.bin/agent-hook /tmp/x && /tmp/x",
    "mise x -- agent-hook",
    "script -qec 'agent-hook remove --host codex' /dev/null;",
    "node --import ./node_modules/agent-hook/bin/agent-hook.js -",
    "a=agent b=hook; npx $a-$b",
    "alias x='npx agent-hook'; x",
  ])("by whatever path: %s", async (program) => {
    expect(await bash(`${program} remove --host claude-code --yes`)).toEqual(SETTING);
  });

  it.each([
    "sh -c 'npx agent-hook remove --host codex --yes'",
    "echo remove --host codex | xargs npx agent-hook",
    "npx -c 'agent-hook remove --host codex'",
    'x() { npx agent-hook "$@"; }; x remove --host codex',
    "npx agent-hook re''move --host codex",
    "npx agent-hook --no-color remove --host codex",
  ])("however it is started: %s", async (command) => {
    expect(await bash(command)).toEqual(SETTING);
  });
});

describe("a command that ends the launchers of agent-hook by their name is a write of settings", () => {
  it.each([
    "pkill -9 -f agent-hook/guard.sh",
    "pkill -f 'guard[.]sh'",
    "sh -c 'while :; do pkill -f hook.cjs; done' &",
  ])("%s", async (command) => {
    expect(await bash(command)).toEqual(SETTING);
  });

  it.each(["pkill -f vite", "pkill node", "pgrep -fl agent-hook", "pkill -f 'node dist/server.js'"])(
    "%s is not one",
    async (command) => {
      expect(await bash(command)).toBe("passes");
    },
  );
});

test.each([
  "npx agent-hook doctor --host claude-code",
  "npx agent-hook log --last 5",
  "npm create agent-hook@latest my-hook -- --template guard",
  "npm create vite@latest agent-hook -- --force",
  "npx agent-hook why 17",
  "npx agent-hook stats --json",
  "npx agent-hook explain 'rm -rf /'",
  "npx agent-hook check -- node dist/main.js --write",
  "npx agent-hook config claude-code -- node dist/main.js",
  "npx agent-hook undo --list",
  "npx agent-hook build src/hook.ts --out dist",
  "npx agent-hook undo 3 --dry-run",
  "npx agent-hook add --help",
  "npm install agent-hook",
  "npm remove agent-hook-theme",
  "git log --oneline -- agent-hook remove",
  'git commit -m "agent-hook remove"',
  "echo npx agent-hook remove --host codex",
  "grep -rn 'agent-hook' remove docs",
  "rg agent-hook add",
  "node scripts/build.js remove",
])("a command that only reads, or only names agent-hook, passes: %s", async (command) => {
  expect(await bash(command)).toBe("passes");
});

describe("a host that is started without its hooks or approvals is a write of settings", () => {
  it.each([
    ...[`claude --settings '{"disableAllHooks":true}' -p x`, "claude --settings=s.json", "claude --bare -p x"],
    ...["claude --dangerously-skip-permissions -p x", "claude -p x --permission-mode bypassPermissions"],
    ...["claude --permission-mode=bypassPermissions", "claude --setting-sources project -p x"],
    ...[
      "claude -p --allowedTools 'Read,Bash' x",
      "claude -p --allowed-tools Read 'Bash(*)'",
      "CLAUDE_CODE_SIMPLE=1 claude",
    ],
    ...["claude plugin disable guard", "claude plugins --scope user uninstall guard", "claude mcp remove guard"],
    ...["codex exec --yolo x", "codex --dangerously-bypass-approvals-and-sandbox", "codex exec --ignore-user-config x"],
    ...["codex exec --disable hooks x", "codex exec -c features.hooks=false x", "codex -cfeatures.hooks=false exec x"],
    ...["codex --config 'features={hooks=false}' exec x", "codex -a never", "codex exec -s danger-full-access x"],
    ...["codex features disable hooks", "codex app-server < edits.jsonl", "CODEX_HOME=/tmp/empty codex exec x"],
    ...[
      "gemini -y -p x",
      "gemini --yolo",
      "gemini --approval-mode yolo",
      "gemini --approvalMode=yolo -p x",
      "gemini -dy x",
      "gemini --y",
    ],
    ...["gemini extensions disable guard", "qwen -y", "qwen --approval-mode=yolo", "qwen --safe-mode x"],
    ...[
      "copilot --allow-all-tools -p x",
      "copilot --yolo",
      "copilot --allow-tool 'shell' -p x",
      "copilot --allow-tool=shell",
    ],
    ...["copilot config disableAllHooks true", "COPILOT_ALLOW_ALL=1 copilot -p x", "copilot config --rm hooks"],
    ...["droid exec --skip-permissions-unsafe x", "droid exec --auto high x", "droid --settings s.json"],
    ...["kimi --yolo", "kimi --auto -p x", "cline -y x", "cline --yolo x", "cline --hooks-dir /tmp/none x"],
    ...["opencode --pure run x", "opencode run --auto x", "OPENCODE_PURE=1 opencode run x", "opencode plugin evil"],
    ...["kilo --pure run x", "KILO_PURE=1 kilo run x", "kilocode run --auto x", "kilo daemon start"],
    ...["cursor-agent --force -p x", "cursor-agent -pf x", "agent --yolo", "agent --sandbox disabled x"],
    // Options, subcommands and variables that only a newer version has count, too.
    ...["claude --mcp-config x.json -p x", "claude --agents '{}' -p x", "claude mcp serve", "claude --new-switch -p x"],
    ...["CLAUDE_CODE_PLUGIN_DIRS=/tmp/x claude -p x", "CLAUDE_CODE_NEW_SWITCH=1 claude", "claude mcp new-verb x"],
    ...["codex exec -c 'mcp_servers.x={command=\"sh\"}' x", "codex exec -c 'notify=[\"sh\"]' x", "codex sandbox ls"],
    ...["qwen --mcp-config {} -p x", "copilot --additional-mcp-config {} -p x", "opencode serve --port 80"],
    // A word that switches a flag off is a file for an option with a value, and a prompt for many parsers.
    ...["claude --settings=off -p x", "claude --setting-sources= -p x", "claude -p --bare false", "codex --yolo=0 x"],
    ...["gemini --help false --yolo", "CODEX_HOME=off codex exec x", "((CLAUDE_CODE_SIMPLE=1)); claude -p x"],
    ...["let CLAUDE_CODE_SIMPLE=1; claude -p x", `codex exec -c 'model_providers.x.auth.command="sh"' x`],
    ...["claude -p x --debug-file ~/.claude/settings.json", "codex exec -o .claude/settings.json x"],
    ...["claude -p --allowedTools 'Bash(**)' x", "codex apply 5", "copilot --log-dir=.claude/hooks -p x"],
    ...["opencode run --command x", "CLINE_HOOKS_DIR=/tmp/x cline x", "gemini skills install x"],
    ...[
      "docker agent run --yolo agent.yaml",
      "cagent run --safety autonomous agent.yaml",
      "GOOSE_MODE=auto goose run -t x",
    ],
  ])("%s", async (command) => {
    expect(await bash(command)).toEqual(SETTING);
  });

  it.each([
    "env X=1 claude --bare",
    "HOME=/tmp/empty claude -p x",
    "export CLAUDE_CODE_SIMPLE=1; claude -p x",
    "npx -y @anthropic-ai/claude-code@latest --bare -p x",
    "npm exec claude x -- --bare -p",
    "npm exec codex exec -- --yolo",
    "yarn gemini -y",
    "yarn workspace a claude --new-switch",
    "op run -- claude --bare",
    "ln -s $(which claude) x && ./x --bare",
    "cp ~/.local/bin/claude x; ./x --bare",
    "pnpm dlx @openai/codex exec --yolo x",
    "node node_modules/@google/gemini-cli/dist/index.js -y",
    "/usr/local/bin/claude --bare",
    "~/.local/bin/cl?ude --bare",
    "sudo -u me bash -c 'cd /tmp && claude --bare'",
    "F=--bare; claude $F -p x",
    'claude --permission-mode "$MODE" -p x',
    "claude --dangerously-skip-$REST -p x",
    "claude $(echo LS1iYXJl | base64 -d) -p x",
    "echo hi | claude -p --bare",
    "tmux new-session -d 'claude --bare'",
    "tmux new -d -e HOME=/tmp/empty 'claude -p x'",
    "systemd-run --user --setenv=CLAUDE_CONFIG_DIR=/tmp/empty claude -p x",
    "nohup claude --bare -p x > log 2>&1 &",
    "find . -name '*.md' -exec claude --bare -p {} ';'",
  ])("however it is started: %s", async (command) => {
    expect(await bash(command)).toEqual(SETTING);
  });
});

test("also in the folder that a call names", async () => {
  const { tool } = deciding(makeMachine());
  expect(await tool("Bash", { command: "claude -p x", workdir: "/tmp" })).toEqual(SETTING);
});

describe("a host that is started where the hooks of the project do not run is a write of settings", () => {
  it.each([
    "cd /tmp && claude -p x",
    "(cd ../other; gemini -p x)",
    "pushd ~; codex exec x",
    "env -C /tmp claude -p x",
    'cd "$FOLDER" && claude -p x',
    "codex exec -C /tmp x",
    "codex --cd=../other exec x",
    "cline -c ~ x",
    "droid exec --cwd / x",
    "cursor-agent --workspace /tmp -p x",
    "codex exec -C=/tmp x",
    "copilot -C /tmp -p x",
    "systemd-run --user --working-directory=/tmp claude -p x",
    "unshare --wd=/tmp gemini -p x",
    "uv run --directory /tmp codex exec x",
    "tmux new -d -c /tmp 'claude -p x'",
    "pnpm -C /tmp exec claude -p x",
    "su - me -c 'claude -p x'",
    // These read the settings of a project only in their own folder.
    "cd packages/a && claude -p x",
    "cd packages && gemini -p x",
    "(cd src; qwen -p x)",
  ])("%s", async (command) => {
    expect(await bash(command)).toEqual(SETTING);
  });

  it.each([
    "cd packages/a && codex exec x",
    "cd packages/a && cd ../.. && gemini -p x",
    "droid exec --cwd packages/a x",
    "cd ~ && kimi -p x",
    "cd /tmp && claude --version",
    "cd /tmp && codex login status",
    "cd /tmp && npm test -- claude",
    "cd ../other && jq .version node_modules/@openai/codex/package.json",
    "(cd /tmp && npm test); claude -p x",
  ])("%s is not one", async (command) => {
    expect(await bash(command)).toBe("passes");
  });
});

test.each([
  'claude -p "fix the test"',
  'claude -p "what does --dangerously-skip-permissions do?"',
  'claude -p "$PROMPT"',
  "claude -p $(cat prompt.txt)",
  "claude --model opus -p x --output-format json",
  "claude -p x --permission-mode plan",
  "claude -p --allowedTools 'Read,Bash(git log:*)' x",
  "claude plugin list",
  "claude plugin marketplace list --json",
  "claude mcp get github",
  "claude -pc --model=opus 'go on'",
  "CLAUDE_CODE_MAX_OUTPUT_TOKENS=5 ANTHROPIC_API_KEY=x claude -p x",
  "codex exec -m gpt-5 -c 'model_reasoning_effort=\"high\"' -C packages/a 'fix it'",
  "codex review --base main",
  "gemini extensions list",
  "docker ps && docker run --rm agent -f x",
  "codex exec --full-auto 'fix the test'",
  // Other programs have these names, too.
  "goose -dir migrations postgres up",
  "copilot svc deploy --name api --env test",
  "claude plugin disable --help",
  "claude mcp list",
  "codex exec -c model=gpt-5 'hooks are broken'",
  "codex exec --sandbox workspace-write x",
  "codex exec --disable web_search 'explain hooks'",
  "codex features list",
  "gemini -p yes",
  "gemini --approval-mode default -p x",
  "copilot --allow-tool 'shell(git:*)' -p x",
  "copilot config model",
  "droid exec --auto low x",
  "opencode run x",
  "opencode models",
  "kilo run x",
  "goose run -t x",
  "cursor-agent -p x",
  "docker agent run agent.yaml",
  "docker run --name agent -f x",
  "kubectl logs agent -f",
  "npm install --force agent",
  "npm install -g cline -y",
  "copilot config model --json",
  "pnpm remove agent-hook undo",
  "cargo run -p agent -- --force",
  "docker-compose logs agent -f",
  "which claude",
  "man claude --yolo",
  "echo claude --dangerously-skip-permissions",
  "git grep -n -e --yolo",
  "HOME=/tmp/home npm test",
  // A folder, a package or a value has such a name.
  "pytest tests/claude --tb=short",
  "pytest -k gemini -x",
  "eslint src/claude --fix",
  "pnpm --filter claude build --force",
  "pnpm -F codex test --run",
  "cargo build -p codex --release",
  "npx vitest run codex --reporter=verbose",
  "npm test -- codex --watch",
  "npm run codex -- --watch",
  "prettier codex --write",
  "journalctl -u codex -f",
  "ffmpeg -i gemini -y out.mp4",
  "uv run prog droid --port 80",
  "HOME=/tmp/home pytest codex",
  "codex exec -o out.md 'fix it'",
  "tmux new -d -e X=1 'claude -p x'",
  "codex exec -c tui.notifications=false x",
  "((i+=1)); claude -p x",
])("a host that is started as usual passes, and so does a word that only looks like a switch: %s", async (command) => {
  expect(await bash(command)).toBe("passes");
});

test.each(Object.entries(MACHINES).filter(([, { programs }]) => programs.length > 0))(
  "the settings that the switches of %s override are protected",
  async (_, { settings }) => {
    const machine = makeMachine();
    const [first = ""] = settings;
    expect(await deciding(machine).write(first.replace("~", machine.home))).toEqual(SETTING);
  },
);

test("the plugins of Goose are settings, in the home and in a project, and skills are not", async () => {
  const machine = makeMachine();
  const { write } = deciding(machine);
  expect(await write(`${machine.home}/.agents/plugins/guard/hooks/hooks.json`)).toEqual(SETTING);
  expect(await write(`${machine.project}/.agents/plugins/guard/plugin.json`)).toEqual(SETTING);
  expect(await write(`${machine.project}/.agents/skills/x/SKILL.md`)).toBe("passes");
});
