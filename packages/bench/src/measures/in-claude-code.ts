import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  anthropic,
  LIVE_AGENTS,
  type LiveAgent,
  type ModelApi,
  runAgent,
  setFields,
} from "@agent-hook/sdk/internal/live-agents";
import type { FoundProgram } from "../contenders/found-program.js";
import type { Guard } from "../contenders/guards.js";
import type { ContenderName } from "../contenders/names.js";
import type { Values } from "../report/results.js";
import { inRounds, Samples } from "./interleaved.js";

const AGENT = LIVE_AGENTS["claude-code"] as LiveAgent;
const LIMIT_MS = 600_000;
/** What git says if the call ran: the session's folder is not in a repository. */
const RAN = /not a git repository|git: .*not found/;

/** The call that only this contender stops. */
const callFor = (name: ContenderName) => `git reset --hard no-commit-of-${name}`;

/**
 * Runs one session of Claude Code in which the scripted model makes calls that are all stopped, each by another
 * contender. Returns how long it takes from the model's answer to Claude Code's next request, in milliseconds: what Claude
 * Code itself does is part of it. The model answers at once, and the server of the `http` hook is in this process.
 */
export async function inClaudeCode(
  { path, version }: FoundProgram,
  guards: readonly Guard[],
  rounds: number,
): Promise<Values> {
  const names = [...guards.map(({ name }) => name), "rule", "http"] as const;
  const session = new Session(inRounds(names, rounds).flat());
  const server = createServer((_request, response) => {
    const decision = { permissionDecision: "deny", permissionDecisionReason: "not over HTTP" };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", ...decision } }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const { exit, stdout, stderr } = await runAgent({
    agent: { ...AGENT, modelApi: () => session.modelApi },
    program: path,
    prompt: "Start.",
    limitMs: LIMIT_MS,
    prepare: ({ home }) => setFields(home, ".claude/settings.json", settings(guards, url)),
  });
  server.closeAllConnections();
  server.close();
  if (exit !== 0 || !session.isComplete) {
    throw new Error(`Claude Code ${version} did not make every call (exit ${exit}): ${stdout}${stderr}`);
  }
  return session.samples.medians();
}

function settings(guards: readonly Guard[], url: string): object {
  const hooks = [
    ...guards.map(({ name, command }) => ({ type: "command", command, timeout: 60, if: ruleFor(name) })),
    { type: "http", url, if: ruleFor("http") },
  ];
  return { permissions: { deny: [ruleFor("rule")] }, hooks: { PreToolUse: [{ matcher: "Bash", hooks }] } };
}

function ruleFor(name: ContenderName): string {
  return `Bash(${callFor(name)})`;
}

/** The model's side of a session: it makes the call of each contender in turn, and takes the time of each. */
export class Session {
  readonly samples = new Samples();
  readonly modelApi: ModelApi;
  #made = 0;
  #answeredAt = 0;

  constructor(private readonly turns: readonly ContenderName[]) {
    this.modelApi = anthropic(({ text }) => this.#next(text));
  }

  get isComplete(): boolean {
    return this.#made > this.turns.length;
  }

  #next(result: string) {
    const arrivedAt = performance.now();
    const before = this.turns[this.#made - 1];
    if (before !== undefined) {
      if (result === "" || RAN.test(result))
        throw new Error(`${before} did not stop its call in Claude Code: ${result}`);
      this.samples.add(before, arrivedAt - this.#answeredAt);
    }
    const name = this.turns[this.#made];
    this.#made += 1;
    if (name === undefined) return { text: "done" };
    const { tool, arguments: args } = AGENT.shellCall(callFor(name));
    this.#answeredAt = performance.now();
    return { tool, arguments: args };
  }
}
