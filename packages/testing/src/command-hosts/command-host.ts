import { assertKnownKeys } from "@agent-hook/protocol";
import {
  type Effect,
  type HookAnswer,
  type Payload,
  SIMULATED_HOSTS,
  SIMULATIONS,
  type Simulation,
  type Situation,
} from "@agent-hook/sdk/simulations";
import { runProcess } from "../run-process.js";
import { type CommandHostName, effectOfAnswer } from "./effect-of-answer.js";

export interface CommandHostOptions extends Situation {
  /** Seconds, whatever unit the host's config uses. Default 60. */
  readonly timeout?: number;
  /** Default: the folder of this process. */
  readonly cwd?: string;
  /** Default: the environment of this process. */
  readonly env?: NodeJS.ProcessEnv;
  /** Ends the hook and everything that it started when it aborts. */
  readonly signal?: AbortSignal;
}

export interface ToolUse {
  readonly tool: string;
  readonly input?: Readonly<Record<string, unknown>>;
}

export interface FinishedToolUse extends ToolUse {
  /** A text, or the result in the host's own shape for this tool. */
  readonly output: unknown;
}

/** A call and everything that resulted from it. */
export interface AskedOfHook {
  readonly effect: Effect;
  /** The payload that was sent to the hook. */
  readonly payload: Payload;
  readonly answer: HookAnswer;
}

const OPTIONS = ["permitted", "onFailure", "timeout", "cwd", "env", "signal"];

/**
 * Runs a hook's command as a one-shot host such as Claude Code does, and returns what the host would do next.
 *
 * @example
 * const host = commandHost("claude-code");
 * const { effect } = await host.beforeTool("node guard.js", { tool: "Bash", input: { command: "rm -rf /" } });
 * expect(effect).toMatchObject({ tool: "does not run", reason: "no" });
 */
export function commandHost(name: CommandHostName, options: CommandHostOptions = {}): CommandHost {
  assertKnownKeys("commandHost", options, OPTIONS);
  if (!Object.hasOwn(SIMULATIONS, name)) {
    throw new TypeError(`commandHost: expected one of ${SIMULATED_HOSTS.join(", ")}, got "${name}"`);
  }
  return new CommandHost(name, options);
}

export class CommandHost {
  readonly #simulation: Simulation;

  /** @internal */
  constructor(
    readonly name: CommandHostName,
    private readonly options: CommandHostOptions,
  ) {
    this.#simulation = SIMULATIONS[name];
  }

  /** Calls the hook before a tool call. */
  beforeTool(command: string, { tool, input = {} }: ToolUse): Promise<AskedOfHook> {
    const { beforeTool, fields } = this.#simulation;
    return this.ask(beforeTool, command, { [fields.tool]: tool, [fields.input]: input });
  }

  /** Calls the hook after a tool call that succeeded. */
  afterTool(command: string, { tool, input = {}, output }: FinishedToolUse): Promise<AskedOfHook> {
    const { afterTool, fields, result } = this.#simulation;
    const shaped = typeof output === "string" ? result(tool, output) : output;
    return this.ask(afterTool, command, { [fields.tool]: tool, [fields.input]: input, [fields.result]: shaped });
  }

  /** Calls the hook at any event. `fields` override those of a recorded payload. */
  async ask(event: string, command: string, fields: Payload = {}): Promise<AskedOfHook> {
    const { cwd = process.cwd(), env = process.env, timeout = 60, signal, ...situation } = this.options;
    const payload = { ...usualPayload(this.#simulation, event), cwd, ...fields };
    const { shell, heldMs } = this.#simulation;
    const [program, ...args] = shell;
    const { late, held, ...ended } = await runProcess({
      program,
      args: [...args, command],
      stdin: JSON.stringify(payload),
      cwd,
      env,
      timeoutMs: timeout * 1000,
      signal,
      ...(heldMs === undefined ? {} : { heldMs }),
    });
    const answer = { ...ended, command, ...(late ? { timedOut: true } : {}) };
    return { effect: effectOfAnswer(this.name, event, payload, answer, situation), payload, answer };
  }
}

/** Returns the recorded payload of an event, or the common fields if the event was never recorded. */
function usualPayload({ payloads, fields, beforeTool }: Simulation, event: string): Payload {
  const recorded = payloads[event];
  if (recorded !== undefined) return recorded;
  const common = Object.entries(payloads[beforeTool] ?? {}).filter(([key]) => COMMON.includes(key));
  return { ...Object.fromEntries(common), ...(fields.event === undefined ? {} : { [fields.event]: event }) };
}

const COMMON = ["session_id", "sessionId", "transcript_path", "timestamp"];
