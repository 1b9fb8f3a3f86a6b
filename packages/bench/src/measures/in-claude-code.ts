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
import type { CommandGuard } from "../contenders/guards.js";
import { type ContenderName, OURS } from "../contenders/names.js";
import type { Values } from "../report/results.js";
import { inRounds, Samples } from "./interleaved.js";

const AGENT = LIVE_AGENTS["claude-code"] as LiveAgent;
const LIMIT_MS = 600_000;
const PROMPT = "May this call run?";
/** Words that the model reads if this contender stopped its call. */
const REASONS: Readonly<Partial<Record<ContenderName, string>>> = {
  rule: "has been denied",
  http: "not over HTTP",
  prompt: "the judge objects",
};
const REASON_OF_COMMANDS = "no rm -rf here";
const COMMANDS: readonly ContenderName[] = ["bare", OURS, "resident"];

/** The call that only this contender stops. The folder does not exist, so a call that runs does nothing. */
const callFor = (name: ContenderName) => `rm -rf no-folder-of-${name}`;

/**
 * Runs one session of Claude Code in which the scripted model makes calls that are all stopped, each by another
 * contender. Returns how long it takes from the model's answer to Claude Code's next request, in milliseconds: what Claude
 * Code itself does is part of it. The model answers at once, and the server of the `http` hook is in this process.
 */
export async function inClaudeCode(
  { path, version }: FoundProgram,
  guards: readonly CommandGuard[],
  rounds: number,
): Promise<Values> {
  const commands = guards.filter(({ name }) => COMMANDS.includes(name));
  const names = [...commands.map(({ name }) => name), "rule", "http", "prompt"] as const;
  const session = new Session(inRounds(names, rounds).flat());
  const server = createServer((_request, response) => {
    const decision = { permissionDecision: "deny", permissionDecisionReason: REASONS.http };
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
    prepare: ({ home }) => setFields(home, ".claude/settings.json", settings(commands, url)),
  });
  server.closeAllConnections();
  server.close();
  if (exit !== 0 || !session.isComplete) {
    throw new Error(`Claude Code ${version} did not make every call (exit ${exit}): ${stdout}${stderr}`);
  }
  return session.samples.medians();
}

function settings(commands: readonly CommandGuard[], url: string): object {
  const hooks = [
    ...commands.map(({ name, command }) => ({ type: "command", command, timeout: 60, if: ruleFor(name) })),
    { type: "http", url, if: ruleFor("http") },
    // Otherwise, a denial ends the turn.
    { type: "prompt", prompt: `${PROMPT} $ARGUMENTS`, continueOnBlock: true, if: ruleFor("prompt") },
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
    const main = anthropic(({ text }) => this.#next(text));
    const judge = anthropic(() => ({ text: JSON.stringify({ ok: false, reason: REASONS.prompt }) }));
    this.modelApi = {
      ...main,
      answer(request) {
        const { body, input } = request;
        const asksJudge = !(body.tools?.length > 0) && input?.text.startsWith(PROMPT) === true;
        // The model of these tests only follows its script in requests with tools.
        return asksJudge ? judge.answer({ ...request, body: { ...body, tools: ["any"] } }) : main.answer(request);
      },
    };
  }

  get isComplete(): boolean {
    return this.#made > this.turns.length;
  }

  #next(result: string) {
    const arrivedAt = performance.now();
    const before = this.turns[this.#made - 1];
    if (before !== undefined) {
      if (!result.includes(REASONS[before] ?? REASON_OF_COMMANDS))
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
