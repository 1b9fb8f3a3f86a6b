import { dirname } from "node:path";
import { callPrompt, type LiveHost, liveHosts, writeFiles } from "@agent-hook/sdk/internal/live-agents";
import { describe, expect, test } from "vitest";
import { diagnosed } from "../../cli/test/doctor/agents.js";
import { configureBareHooks } from "../src/bare-hook.js";
import { isInstalled } from "../src/install.js";
import { liveFacts } from "../src/live-facts.js";
import { runAgent } from "../src/run-agent.js";

/** A variable in the environment, or the text of a file in the folder that has the home and the project. */
type Settings = Readonly<Record<string, string>>;

const HOME = "it's a home";
const PROJECT = "it's a project";
const QWEN_OFF = ["QWEN_CODE_SIMPLE", "QWEN_CODE_SAFE_MODE"];
const CLAUDE_OFF = ["CLAUDE_CODE_SIMPLE", "CLAUDE_CODE_SAFE_MODE"];
const env = (name: string, value = "1") => JSON.stringify({ env: { [name]: value } });

const CASES: readonly [host: string, isOff: boolean, settings: Settings][] = [
  ...QWEN_OFF.flatMap((name): [string, boolean, Settings][] => [
    ["qwen", true, { [name]: "1" }],
    ["qwen", true, { [`${PROJECT}/.env`]: `# mine\nexport ${name}="on"\n` }],
    ["qwen", true, { [`${PROJECT}/.qwen/.env`]: `${name}=1` }],
    ["qwen", true, { [`${PROJECT}/.qwen/settings.json`]: env(name) }],
    ["qwen", true, { [`${HOME}/.qwen/settings.json`]: env(name) }],
  ]),
  ["qwen", true, { ".env": "QWEN_CODE_SIMPLE=1" }],
  ["qwen", true, { [`${HOME}/.qwen/.env`]: "QWEN_CODE_SIMPLE=1" }],
  ["qwen", true, { [`${HOME}/.env`]: "QWEN_CODE_SIMPLE=1" }],
  ["qwen", true, { QWEN_CODE_SIMPLE: "", [`${PROJECT}/.env`]: "QWEN_CODE_SIMPLE=1" }],
  ["qwen", false, { QWEN_CODE_SIMPLE: "0", [`${PROJECT}/.env`]: "QWEN_CODE_SIMPLE=1" }],
  ["qwen", false, { [`${PROJECT}/.qwen/.env`]: "X=1", [`${PROJECT}/.env`]: "QWEN_CODE_SIMPLE=1" }],
  ["qwen", false, { [`${PROJECT}/.env`]: "QWEN_CODE_SIMPLE=false", [`${HOME}/.env`]: "QWEN_CODE_SIMPLE=1" }],
  [
    "qwen",
    false,
    {
      [`${PROJECT}/.qwen/settings.json`]: env("QWEN_CODE_SIMPLE", "no"),
      [`${HOME}/.qwen/settings.json`]: env("QWEN_CODE_SIMPLE"),
    },
  ],
  ...CLAUDE_OFF.flatMap((name): [string, boolean, Settings][] => [
    ["claude-code", true, { [name]: "1" }],
    ["claude-code", true, { [`${HOME}/.claude/settings.json`]: env(name) }],
    ["claude-code", false, { [`${PROJECT}/.claude/settings.json`]: env(name) }],
    ["claude-code", false, { [`${PROJECT}/.claude/settings.local.json`]: env(name) }],
    ["claude-code", false, { [`${PROJECT}/.env`]: `${name}=1` }],
    ["claude-code", false, { [name]: "1", [`${HOME}/.claude/settings.json`]: env(name, "0") }],
  ]),
  ["claude-code", false, { CLAUDE_CODE_RESTRICTED: "1" }],
  ["claude-code", false, { CLAUDE_CODE_PERSONAL_HOOKS_OFF: "1" }],
];

/** Runs a call that a hook denies. Returns whether it ran, and whether doctor reports that hooks are switched off. */
async function run(agent: LiveHost, settings: Settings) {
  const call = agent.shellCall("touch ran.txt");
  const entries = Object.entries(settings);
  const variables = Object.fromEntries(entries.filter(([name]) => /^[A-Z_]+$/.test(name)));
  let findings: readonly { readonly id: string }[] = [];
  const { project } = await runAgent({
    agent: { ...agent, environment: (...run) => ({ ...agent.environment(...run), ...variables }) },
    prompt: callPrompt(call.tool, call.arguments),
    async prepare({ home, project: folder }) {
      const files = Object.fromEntries(entries.filter(([name]) => !(name in variables)));
      await writeFiles(dirname(home), files);
      const command = `printf '%s' '${JSON.stringify(liveFacts(agent.name).deny)}'`;
      await configureBareHooks(agent, { [agent.beforeTool]: command }, home);
      ({ findings } = await diagnosed(agent.name, { env: variables, home, folder, platform: process.platform }));
    },
  });
  return { ran: "ran.txt" in project, told: findings.some(({ id }) => id === "switched-off") };
}

for (const agent of liveHosts) {
  const cases = CASES.filter(([host]) => host === agent.name);
  if (cases.length === 0) continue;
  describe.skipIf(!isInstalled(agent)).concurrent(`${agent.title} ${agent.version}`, () => {
    test.each(cases)("of %s, starts no hooks exactly if doctor says so: %j with %j", async (_, isOff, settings) => {
      expect(await run(agent, settings)).toEqual({ ran: isOff, told: isOff });
    });
  });
}
