import { expect, it } from "vitest";
import { TOOL_KINDS as CLAUDE_CODE } from "../../src/hosts/claude-code/adapter.js";
import { TOOL_KINDS as CODEX } from "../../src/hosts/codex/adapter.js";
import { TOOL_KINDS as COPILOT } from "../../src/hosts/copilot/adapter.js";
import { TOOL_KINDS as DOCKER_AGENT } from "../../src/hosts/docker-agent/adapter.js";
import { TOOL_KINDS as GEMINI } from "../../src/hosts/gemini/adapter.js";
import { approve, defineHook, type Hook, reject } from "../../src/index.js";
import { asked } from "./asked.js";
import { payloadOf } from "./recordings.js";

const HOSTS = {
  "claude-code": ["PreToolUse", "tool_name", CLAUDE_CODE],
  codex: ["PreToolUse", "tool_name", CODEX],
  gemini: ["BeforeTool", "tool_name", GEMINI],
  copilot: ["preToolUse", "toolName", COPILOT],
  "docker-agent": ["pre_tool_use", "tool_name", DOCKER_AGENT],
} as const;

const NAMES = Object.values(HOSTS).flatMap(([, , kinds]) => [...kinds.keys()]);

/** Other spellings of a tool's name that servers, models and users produce. */
const ALIASES: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.toUpperCase(),
  (name) => ` ${name}`,
  (name) => `${name}\n`,
  (name) => `${name}\u200b`,
  (name) => name.replace("e", "\u0435"),
  (name) => `mcp__srv__${name}`,
  (name) => `mcp_srv_${name}`,
  (name) => `srv-${name}`,
  (name) => `functions.${name}`,
  (name) => name.replaceAll("_", "-"),
];

const guard = defineHook({
  name: "guard",
  onFailure: "block",
  approveTool: ({ kind }) => (kind === "read" ? approve() : reject("not for reading")),
}) as Hook;

it.each(Object.entries(HOSTS))(
  "under %s a guard that approves what reads is passed by no other spelling of a name",
  async (host, its) => {
    const [event, field, kinds] = its;
    const named = host === "copilot" ? `copilot/${event}` : host;
    const names = new Set(NAMES.flatMap((name) => ALIASES.map((alias) => alias(name))));
    const approved: string[] = [];
    for (const name of names) {
      const { refusal } = await asked(guard, payloadOf(host, event, { [field]: name }), { host: named });
      if (refusal === undefined) approved.push(name);
    }
    expect(approved.sort()).toEqual([...kinds].flatMap(([name, kind]) => (kind === "read" ? [name] : [])).sort());
    expect(names.size).toBeGreaterThan(500);
  },
);
