import { statSync } from "node:fs";
import {
  type Effect,
  fieldIn,
  type HookAnswer,
  type Payload,
  type Situation,
} from "@agent-hook/sdk/internal/simulations";
import { assertKnownKeys } from "@agent-hook/sdk/internal/text";
import { runProcess } from "../run-process.js";
import { effectIn, isSkipped } from "./effect-of-answer.js";
import { matchesTool } from "./matcher.js";
import { payloadAt, payloadText } from "./payload.js";
import { type CommandHostName, type CommandHostText, type SimulatedHost, simulatedHost } from "./simulated-host.js";

export interface CommandHostOptions extends Situation {
  /** The hook's timeout in seconds, whatever unit the host's config uses. Default 60. */
  readonly timeout?: number;
  /**
   * Seconds. Default 30. If the real host would wait forever for a child of the hook, the call rejects this long after
   * the timeout.
   */
  readonly patience?: number;
  /** The tools that the hook is called for, as in the config. Default: all. */
  readonly matcher?: string;
  /** Default: the folder of this process. */
  readonly cwd?: string;
  /** Default: the environment of this process. */
  readonly env?: NodeJS.ProcessEnv;
  /** Ends the hook and everything that it started when this signal aborts. */
  readonly signal?: AbortSignal;
}

/** A function to run instead of a command. Returns how the hook ended. */
export type RunHook = (stdin: string) => Promise<HookAnswer>;

/** One command, or the commands of several hooks in the order of the config. */
export type HookCommand = string | readonly string[] | RunHook;

export interface ToolUse {
  readonly tool: string;
  readonly input?: Readonly<Record<string, unknown>>;
}

export interface FinishedToolUse extends ToolUse {
  /** A text, or the result in the host's own shape for this tool. */
  readonly output: unknown;
}

/** A call and everything that resulted from it. */
export interface HookCallResult {
  readonly effect: Effect;
  /** The payload that was sent to the hook. */
  readonly payload: Payload;
  /** How the first command ended; empty if the host did not call it. */
  readonly answer: HookAnswer;
  /** How each command ended. */
  readonly answers: readonly HookAnswer[];
}

const OPTIONS = ["permitted", "onFailure", "timeout", "patience", "matcher", "cwd", "env", "signal"];

/**
 * Runs a hook's command as a one-shot host such as Claude Code does, and returns what the host would do next.
 *
 * @example
 * const host = commandHost("claude-code");
 * const { effect } = await host.beforeTool("node guard.js", { tool: "Bash", input: { command: "rm -rf /" } });
 * expect(effect).toMatchObject({ tool: "does not run", reason: "no" });
 */
export function commandHost(host: CommandHostText, options: CommandHostOptions = {}): CommandHost {
  assertKnownKeys("commandHost", options, OPTIONS);
  return new CommandHost(simulatedHost("commandHost", host), options);
}

export class CommandHost {
  readonly name: CommandHostName;
  readonly version: string;
  readonly variant: string | undefined;
  readonly #host: SimulatedHost;

  /** @internal */
  constructor(
    host: SimulatedHost,
    private readonly options: CommandHostOptions,
  ) {
    this.#host = host;
    this.name = host.name;
    this.version = host.version;
    this.variant = host.variant;
    if (options.matcher !== undefined && host.simulation.matchers === undefined) {
      throw new TypeError(`commandHost: remove matcher: it was not recorded how ${host.title} reads one`);
    }
  }

  /** Calls the hook before a tool call. */
  beforeTool(command: HookCommand, { tool, input = {} }: ToolUse): Promise<HookCallResult> {
    const { beforeTool, fields } = this.#host.simulation;
    return this.ask(beforeTool, command, { [fields.tool]: tool, [fields.input]: input });
  }

  /** Calls the hook after a tool call that succeeded. */
  afterTool(command: HookCommand, { tool, input = {}, output }: FinishedToolUse): Promise<HookCallResult> {
    const { afterTool, fields, result } = this.#host.simulation;
    const shaped = typeof output === "string" ? result(tool, output) : output;
    return this.ask(afterTool, command, { [fields.tool]: tool, [fields.input]: input, [fields.result]: shaped });
  }

  /** Calls the hook at any event. `fields` override the fields of the recorded payload. */
  async ask(event: string, command: HookCommand, fields: Payload = {}): Promise<HookCallResult> {
    const { cwd = process.cwd(), permitted, onFailure } = this.options;
    const situation = {
      ...(permitted === undefined ? {} : { permitted }),
      ...(onFailure === undefined ? {} : { onFailure }),
    };
    const payload = payloadAt(this.#host, event, fields, { cwd, permitted: permitted === true });
    const calls = !isSkipped(this.#host, event, situation) && this.#matches(event, payload);
    // The host runs equal commands only once.
    const commands: readonly (string | RunHook)[] = calls ? [...new Set([command].flat())] : [];
    const stdin = payloadText(this.#host.simulation, payload);
    const answers = await Promise.all(
      commands.map((each) => (typeof each === "function" ? each(stdin) : this.#run(each, stdin))),
    );
    const effect = effectIn(this.#host, event, payload, answers, situation);
    return { effect, payload, answer: answers[0] ?? {}, answers };
  }

  #matches(event: string, payload: Payload): boolean {
    const { matchers, fields } = this.#host.simulation;
    const { matcher } = this.options;
    if (matcher === undefined || matchers === undefined || !matchers.events.includes(event)) return true;
    return matchesTool(matcher, String(fieldIn(payload, fields.tool) ?? ""), matchers);
  }

  async #run(command: string, stdin: string): Promise<HookAnswer> {
    const { cwd = process.cwd(), env = process.env, timeout = 60, patience = 30, signal } = this.options;
    const { shell, userShell, outputGraceMs, killsOnlyShell, continuesIfNotStarted } = this.#host.simulation;
    const missing = continuesIfNotStarted ? folderFault(cwd) : undefined;
    if (missing !== undefined) return { command, unstarted: missing };
    const [program, ...args] = shell;
    const running = runProcess({
      program: (userShell && env.SHELL) || program,
      args: [...args, command],
      stdin,
      cwd,
      env,
      timeoutMs: timeout * 1000,
      signal,
      ...(outputGraceMs === undefined ? {} : { heldMs: outputGraceMs }),
      ...(killsOnlyShell ? { patienceMs: patience * 1000 } : {}),
    });
    const ran = await running.catch((error: Error) => {
      if (continuesIfNotStarted) return error.message;
      throw error;
    });
    if (typeof ran === "string") return { command, unstarted: ran };
    const { late, held, ...ended } = ran;
    if (late && held && killsOnlyShell) throw new Error(this.#hang(command, timeout, patience));
    return { ...ended, command, ...(late ? { timedOut: true, timeout } : {}) };
  }

  #hang(command: string, timeout: number, patience: number): string {
    return `${this.#host.title} would hang: ${patience} s after the timeout of ${timeout} s, a child of the hook still holds its stdout or stderr. The host kills only the shell; configure \`exec\` or a launcher, and give background children other descriptors. Command: ${command}`;
  }
}

function folderFault(cwd: string): string | undefined {
  const found = statSync(cwd, { throwIfNoEntry: false });
  if (!found) return `chdir ${cwd}: no such file or directory`;
  return found.isDirectory() ? undefined : `chdir ${cwd}: not a directory`;
}
