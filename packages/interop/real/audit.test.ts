import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hostFlag } from "@agent-hook/sdk/hosts";
import { callPrompt, type Folders, type LiveHost, liveHosts, writeFiles } from "@agent-hook/sdk/internal/live-agents";
import { SESSION_FILES } from "@agent-hook/sdk/internal/sessions";
import { HOST_EVENTS } from "@agent-hook/sdk/launcher";
import { type CommandHostName, effectOfAnswer } from "@agent-hook/testing/internal/command-hosts";
import { describe, expect, test } from "vitest";
import { type AuditedCall, auditSessions } from "../src/audit-session.js";
import { configureBareHooks } from "../src/bare-hook.js";
import { isInstalled } from "../src/install.js";
import { runAgent } from "../src/run-agent.js";

const HOOK = fileURLToPath(new URL("../hooks/recorded-policy.mjs", import.meta.url));
const POLICY = "version: 1\nhooks:\n  guard-shell: {}\n  protect-files: {}\n  redact-secrets: {}\n";
// Not a vendor's token: Copilot CLI masks those in its session files. Built from parts, because secret scanners read this.
const SECRET = ["x7Kq2mZp9Tr4", "Wd8sLb3NvY6c"].join("");
const FILES = { "notes.txt": `db_password = "${SECRET}"\nkeep it\n`, ".env": `KEY=${SECRET}\n` };

/** Commands that do no harm when nothing denies them, each with what the policy does if that is the same everywhere. */
const COMMANDS: readonly (readonly [command: string, findings: readonly string[] | undefined])[] = [
  ["echo hello", []],
  ["git clean -fdx", ["call: deny"]],
  ["cat .env", ["call: deny"]],
  ["cat notes.txt", ["result: change"]],
  // Claude Code does not let a hook change the error of a failed tool.
  ["cat notes.txt; exit 3", undefined],
];

/** One thing that happened to a call. A reason without the folders of one run. */
interface Event {
  readonly tool: string;
  readonly at: string;
  readonly decision: string;
  readonly reason?: string | undefined;
}

async function run(agent: LiveHost, command: string, isGuarded: boolean) {
  const shell = agent.shellCall(command);
  let audited: readonly AuditedCall[] = [];
  let live: readonly Event[] = [];
  await runAgent({
    agent,
    prompt: callPrompt(shell.tool, shell.arguments),
    prepare: async ({ home, project }) => {
      await writeFiles(project, FILES);
      await writeFiles(home, { "policy.yaml": POLICY });
      if (isGuarded) await configureBareHooks(agent, commandsFor(agent, home), home);
    },
    inspect: async (folders) => {
      audited = await auditSessions(agent, folders);
      if (isGuarded) live = await liveEvents(agent, folders);
    },
  });
  return { audited: audited.flatMap(eventsOf), live, tools: audited.filter(({ tool }) => tool !== "prompt").length };
}

/** The policy at each event about a prompt or a tool, with a record of its answers. */
function commandsFor(agent: LiveHost, home: string) {
  const events = Object.entries(HOST_EVENTS[agent.name] ?? {}).filter(([, { point }]) => point !== undefined);
  const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;
  const words = (event: string) => [
    ...[process.execPath, HOOK, join(home, "answers.jsonl"), event, join(home, "policy.yaml")],
    ...["--host", hostFlag(agent.name, event)],
  ];
  const about = events.filter(([, { point }]) => ["onPrompt", "beforeTool", "afterTool"].includes(String(point)));
  return Object.fromEntries(about.map(([event]) => [event, words(event).map(quoted).join(" ")]));
}

/** Returns what the live policy's answers did. */
async function liveEvents(agent: LiveHost, { home }: Folders): Promise<readonly Event[]> {
  const file = join(home, "answers.jsonl");
  const lines = existsSync(file) ? (await readFile(file, "utf8")).trim().split("\n") : [];
  return lines.flatMap((line): readonly Event[] => {
    const { event, payload, ...answer } = JSON.parse(line);
    const { tool: does, result, reason } = effectOfAnswer(agent.name as CommandHostName, event, payload, answer);
    const tool: string = payload.tool_name ?? payload.toolName ?? "prompt";
    if (does === "does not run") return [{ tool, at: "call", decision: "deny", reason: plain(reason) }];
    return result === undefined ? [] : [{ tool, at: "result", decision: "change" }];
  });
}

function eventsOf({ tool, findings }: AuditedCall): readonly Event[] {
  return findings.map(({ at, decision, reason }) =>
    at === "call" ? { tool, at, decision, reason: plain(reason) } : { tool, at, decision },
  );
}

function plain(reason: string | undefined): string | undefined {
  return reason
    ?.replaceAll(/\/tmp\/agent-hook-run-\w+/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

const withSessions = liveHosts.filter(({ name }) => Object.hasOwn(SESSION_FILES, name));

for (const agent of withSessions) {
  describe.skipIf(!isInstalled(agent)).concurrent(`an audit of ${agent.title} ${agent.version}`, () => {
    test.each(COMMANDS)("decides as the live policy does: %s", async (command, expected) => {
      const [unguarded, guarded] = [await run(agent, command, false), await run(agent, command, true)];
      if (expected !== undefined) {
        expect(guarded.live.map(({ at, decision }) => `${at}: ${decision}`)).toEqual(expected);
      }
      expect(unguarded.tools).toBe(1);
      expect(unguarded.audited).toEqual(guarded.live);
      // A denied call is in the file too. Its result may already be the changed one.
      const isCall = ({ at }: Event) => at === "call";
      expect(guarded.tools).toBe(1);
      expect(guarded.audited.filter(isCall)).toEqual(guarded.live.filter(isCall));
    });
  });
}
