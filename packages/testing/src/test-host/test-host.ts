import { type ManualClock, settled } from "@agent-hook/picoclaw/internal/testing";
import type {
  Engine,
  LlmInput,
  LlmTestOutcome,
  PromptTestOutcome,
  TestOutcome,
  ToolInput,
  ToolTestOutcome,
} from "@agent-hook/sdk/internal/adapter";
import type { BuiltInTools, RequestedTool } from "@agent-hook/sdk/internal/simulations";

/** The parts that a test host is built from. */
export interface TestHostParts {
  readonly name: string;
  readonly version: string | undefined;
  readonly engine: Engine;
  readonly tools: Partial<BuiltInTools> | undefined;
  readonly log: readonly string[];
  readonly clock: ManualClock | undefined;
}

/** The kinds of tools for which `TestHost` has a method. */
export type CommonKind = keyof BuiltInTools;
type ToolResult = Pick<ToolInput, "result">;

/**
 * A host for tests: it calls the hook as the real program does, with the real payloads, and does with each answer what
 * the real program was seen to do. The outcomes have the same shape on every host.
 */
export class TestHost {
  readonly name: string;
  /** `undefined` for a host that has no versions. */
  readonly version: string | undefined;

  /** @internal */
  constructor(private readonly workings: TestHostParts) {
    this.name = workings.name;
    this.version = workings.version;
  }

  /** The lines that the hook has logged so far. */
  get log(): readonly string[] {
    return this.workings.log;
  }

  /**
   * The kinds of tools that this host has, among those with a method here. A test that needs another kind can be
   * skipped. An MCP client has all kinds, because it does not call the hook for its own tools.
   */
  get kinds(): readonly CommonKind[] {
    const { tools } = this.workings;
    return KINDS.filter((kind) => tools === undefined || tools[kind] !== undefined);
  }

  /**
   * Resolves when the hook has started; rejects if it does not start. If a test does not call this, the first call
   * waits for the start.
   */
  started(): Promise<void> {
    return this.workings.engine.started();
  }

  /**
   * Runs a tool call as the host does: it calls the hook before the tool, runs the tool if it may run, and calls the
   * hook with the result.
   *
   * @example await host.tool({ tool: "Grep", arguments: { pattern: "x" }, result: "x.ts:1" })
   */
  tool(call: ToolInput): Promise<ToolTestOutcome> {
    return this.workings.engine.tool(call);
  }

  /** Runs a command with the host's shell tool. */
  shell(command: string, result?: ToolInput["result"]): Promise<ToolTestOutcome> {
    return this.#own("shell", [command], result);
  }

  /** Reads a file with the host's own tool. Codex has no such tool and uses its shell. */
  read(path: string, result?: ToolInput["result"]): Promise<ToolTestOutcome> {
    return this.#own("read", [path], result);
  }

  /** Creates a file with the host's own tool. */
  write(path: string, text: string, result?: ToolInput["result"]): Promise<ToolTestOutcome> {
    return this.#own("write", [path, text], result);
  }

  /** Fetches a page with the host's own tool. Throws a `TypeError` if the host has no such tool: see `kinds`. */
  fetch(url: string, result?: ToolInput["result"]): Promise<ToolTestOutcome> {
    return this.#own("fetch", [url], result);
  }

  /** Sends a prompt of the user. */
  prompt(text: string): Promise<PromptTestOutcome> {
    return this.workings.engine.prompt(text);
  }

  /** Calls the model. If the host does not call hooks for model calls, nothing changes. */
  llm(call: LlmInput = {}): Promise<LlmTestOutcome> {
    return this.workings.engine.llm(call);
  }

  /**
   * Sends an event under its name in the host, with the fields that matter to the test. The other fields come from a
   * recorded payload.
   *
   * @example await host.event("SessionStart", { source: "resume" })
   *
   */
  event(name: string, fields: Readonly<Record<string, unknown>> = {}): Promise<TestOutcome> {
    return this.workings.engine.event(name, fields);
  }

  /**
   * Returns the names of the hook's own tools that the model is offered. Empty on hosts that take no tools from a hook.
   */
  offeredTools(): Promise<readonly string[]> {
    return this.workings.engine.offeredTools();
  }

  /** Advances the time of a host that was created with `time: "manual"`, once a timer is running. */
  async advance(ms: number): Promise<void> {
    const { clock } = this.workings;
    if (clock === undefined) throw new TypeError('advance() needs a host created with { time: "manual" }');
    await clock.waits();
    await settled();
    clock.advance(ms);
    await settled();
  }

  /** Kills the hook's process. Rejects if the host starts one for each event, or if there is none. */
  kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    return this.workings.engine.kill(signal);
  }

  /** Ends the hook: `teardown` runs. Manual time advances as needed. */
  async close(): Promise<void> {
    const { clock, engine } = this.workings;
    await (clock === undefined ? engine.close() : clock.until(engine.close()));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #own(kind: CommonKind, words: readonly string[], result: ToolInput["result"]): Promise<ToolTestOutcome> {
    const more: ToolResult = result === undefined ? {} : { result };
    const { tools } = this.workings;
    // The tools of an MCP client can have any name, because the hook is not called for them.
    if (tools === undefined) return this.tool({ tool: kind, ...more });
    const request = tools[kind] as ((...all: readonly string[]) => RequestedTool) | undefined;
    if (request !== undefined) return this.tool({ ...request(...words), ...more });
    throw new TypeError(
      `${kind}(): ${this.name} has no tool for it that calls a hook; ${this.kinds.length === 0 ? "use tool()" : `it has ${this.kinds.join(", ")}`}`,
    );
  }
}

const KINDS = ["shell", "read", "write", "fetch"] as const satisfies readonly CommonKind[];
