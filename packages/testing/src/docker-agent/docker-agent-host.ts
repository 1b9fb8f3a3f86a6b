import { assertKnownKeys } from "@agent-hook/protocol";
import {
  type Effect,
  type EffectOf,
  effectOf,
  type ModelCallEffect,
  type Payload,
  type ToolCallEffect,
  type ToolResultEffect,
} from "./effect.js";
import { executeHooks, type HookResult, type HookRun } from "./execute.js";
import { matchesTool } from "./matcher.js";
import { payloadText, toolInput } from "./payload.js";
import { runCommand } from "./run-command.js";
import { type DockerAgentEvent, type DockerAgentVersion, type Rules, rulesOf, type Variant } from "./versions.js";

export interface DockerAgentHostOptions {
  /** The docker-agent version to simulate. Default v1.123.0, the newest known. */
  readonly version?: DockerAgentVersion;
  /** The variant of `pre_tool_use` in the config. Default `default`; `preempt` is `preempt_yolo: true`. */
  readonly variant?: Variant;
  /** Whether something else lets tool calls run: `--yolo`, an allow rule, or a safety mode. Default false. */
  readonly yolo?: boolean;
  /** The tools that the hook is called for, as in the config. Default: all. */
  readonly matcher?: string;
  /** `timeout` of the hook in the config, in seconds. Default 60. */
  readonly timeout?: number;
  /** `on_error` of the hook in the config. Default `warn`. */
  readonly onError?: NonNullable<HookRun["onError"]>;
  /** Default: the folder of this process. */
  readonly cwd?: string;
  /** Default: the environment of this process. Its SHELL runs the commands, as on the real host. */
  readonly env?: NodeJS.ProcessEnv;
  /** Seconds. Default 30. Where the real host would hang forever, the call rejects this long after the timeout. */
  readonly patience?: number;
  /** Ends the hook and everything that it started when it aborts. */
  readonly signal?: AbortSignal;
}

/** One command, or those of several hooks in config order. */
export type Command = string | readonly string[];

export interface ToolCall {
  readonly tool: string;
  readonly input?: Readonly<Record<string, unknown>>;
}

export interface FinishedCall extends ToolCall {
  readonly output: string;
  /** Whether the call failed or was denied. */
  readonly error?: boolean;
  /** `shell`, `filesystem`, `mcp`...; for built-in tools of the first two, it is known. */
  readonly category?: string;
}

export interface ModelCall {
  readonly messages: readonly Payload[];
  readonly model?: string;
  readonly iteration?: number;
}

/** A call and everything that resulted from it. */
export interface Asked<Event extends DockerAgentEvent> {
  readonly effect: EffectOf<Event>;
  /** The payload that was sent to the hooks. */
  readonly payload: Payload;
  /** How each hook ended; empty if the host does not call them. */
  readonly runs: readonly HookRun[];
  readonly result?: HookResult;
}

const OPTIONS = ["version", "variant", "yolo", "matcher", "timeout", "onError", "cwd", "env", "patience", "signal"];
const MATCHED: readonly DockerAgentEvent[] = [
  "pre_tool_use",
  "permission_request",
  "tool_response_transform",
  "post_tool_use",
];
/** v1.58.0 includes the agent's name only at these events, v1.123.0 at all. */
const NAMES_AGENT: readonly DockerAgentEvent[] = [
  "before_llm_call",
  "after_llm_call",
  "turn_end",
  "stop",
  "subagent_stop",
];
const FILE_TOOLS = [
  "create_directory",
  "directory_tree",
  "edit_file",
  "list_directory",
  "read_file",
  "read_multiple_files",
  "remove_directory",
  "search_files_content",
  "write_file",
];

/**
 * Runs the commands of hooks as docker-agent does, and returns what the program would do next.
 *
 * @example
 * const host = dockerAgentHost({ version: "v1.123.0", variant: "preempt", yolo: true });
 * const effect = await host.preToolUse("node guard.js", { tool: "shell", input: { cmd: "rm -rf /" } });
 * expect(effect).toMatchObject({ tool: "denied", reason: "no" });
 */
export function dockerAgentHost(options: DockerAgentHostOptions = {}): DockerAgentHost {
  assertKnownKeys("dockerAgentHost", options, OPTIONS);
  return new DockerAgentHost(options);
}

export class DockerAgentHost {
  readonly version: DockerAgentVersion;
  readonly variant: Variant;
  readonly #options: DockerAgentHostOptions;
  readonly #rules: Rules;

  /** @internal */
  constructor(options: DockerAgentHostOptions) {
    this.version = options.version ?? "v1.123.0";
    this.variant = options.variant ?? "default";
    this.#options = options;
    this.#rules = rulesOf(this.version);
    if (this.variant === "preempt" && !this.#rules.preemptVariant) {
      throw new TypeError(
        `docker-agent ${this.version} has no preempt_yolo: it does not start with a config that sets it`,
      );
    }
  }

  /** Calls the hooks before a tool call. */
  async preToolUse(command: Command, call: ToolCall): Promise<ToolCallEffect> {
    return (await this.ask("pre_tool_use", command, this.#callFields(call))).effect;
  }

  /** Calls the hooks when nothing has decided on a tool call, before a person is asked. */
  async permissionRequest(command: Command, call: ToolCall): Promise<ToolCallEffect> {
    return (await this.ask("permission_request", command, this.#callFields(call))).effect;
  }

  /** Calls the hooks between a tool's end and its result in the conversation. */
  async toolResponseTransform(command: Command, call: FinishedCall): Promise<ToolResultEffect> {
    const { tool, category = categoryOf(tool) } = call;
    const known = this.#rules.newerFields && category !== undefined ? { tool_category: category } : {};
    return (await this.ask("tool_response_transform", command, { ...known, ...this.#finishedFields(call) })).effect;
  }

  /** Calls the hooks after a tool call, with the result that the model gets. */
  async postToolUse(command: Command, call: FinishedCall): Promise<Effect> {
    return (await this.ask("post_tool_use", command, this.#finishedFields(call))).effect;
  }

  /** Calls the hooks before a call of the model. */
  async beforeLlmCall(command: Command, call: ModelCall): Promise<ModelCallEffect> {
    const { model = "openai/fake-model", iteration = 1, messages } = call;
    return (await this.ask("before_llm_call", command, { model_id: model, iteration, messages })).effect;
  }

  /** Calls the hooks at any event, with its fields as on the wire, such as those of a recorded payload. */
  async ask<Event extends DockerAgentEvent>(event: Event, command: Command, fields: Payload): Promise<Asked<Event>> {
    if (!this.#rules.events.includes(event)) {
      throw new TypeError(
        `docker-agent ${this.version} has no event "${event}": expected ${this.#rules.events.join(", ")}`,
      );
    }
    const { cwd = process.cwd(), yolo = false } = this.#options;
    const named = this.#rules.newerFields || NAMES_AGENT.includes(event) ? { agent_name: "root" } : {};
    const payload: Payload = { session_id: "session-1", cwd, hook_event_name: event, ...named, ...fields };
    const effectOptions = { variant: this.variant, yolo };
    if (!this.#asks(event, payload)) {
      return { effect: effectOf(event, payload, undefined, effectOptions), payload, runs: [] };
    }
    // The same command twice is one hook.
    const commands = [...new Set(typeof command === "string" ? [command] : command)];
    const runs = await Promise.all(commands.map((each) => this.#run(each, payload)));
    const result = executeHooks(runs, { version: this.version, event, variant: this.variant });
    return { effect: effectOf(event, payload, result, effectOptions), payload, runs, result };
  }

  #asks(event: DockerAgentEvent, { tool_name }: Payload): boolean {
    const { matcher = "*", yolo = false } = this.#options;
    if (MATCHED.includes(event) && !matchesTool(matcher, String(tool_name ?? ""))) return false;
    return !yolo || !(event === "permission_request" || (event === "pre_tool_use" && this.variant === "default"));
  }

  async #run(command: string, payload: Payload): Promise<HookRun> {
    const { cwd = process.cwd(), env = process.env, timeout = 60, patience = 30, onError, signal } = this.#options;
    const run = await runCommand(command, { stdin: payloadText(payload), cwd, env, timeout, patience, signal });
    return { ...run, ...(onError === undefined ? {} : { onError }) };
  }

  #callFields({ tool, input = {} }: ToolCall): Payload {
    const autonomous = this.#rules.newerFields && this.#options.yolo === true;
    return {
      tool_name: tool,
      tool_use_id: "call_1",
      ...toolInput(input),
      ...(autonomous ? { safety_policy: "autonomous" } : {}),
    };
  }

  #finishedFields(call: FinishedCall): Payload {
    const failed = call.error === true ? { tool_error: true } : {};
    return { ...this.#callFields(call), tool_response: call.output, ...failed };
  }
}

function categoryOf(tool: string): string | undefined {
  if (tool === "shell") return "shell";
  return FILE_TOOLS.includes(tool) ? "filesystem" : undefined;
}
