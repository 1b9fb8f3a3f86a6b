import { type Ended, runProcess } from "../run-process.js";

/** A payload that a host wrote to a hook's stdin. */
export interface Sample {
  readonly event: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** What a check needs to know about a host. */
export interface CheckedHost {
  readonly samples: readonly Sample[];
  /** A tool call that is about to run. */
  readonly toolCall: Sample;
  /** Whether exit code 2 denies. */
  readonly readsExit: boolean;
  /** Its payload without the tool's name. */
  readonly nameless: Sample["payload"];
  readonly rules: readonly CommandRule[];
  /** Encodes a payload as the host does. */
  text(payload: Sample["payload"]): string;
  /** The host as the hook receives it, in the format of `--host`. */
  hostFlag(event: string): string;
  /**
   * Summarizes the effect that a run for `toolCall` has on the host. Runs with the same effect have equal summaries.
   */
  verdict(run: Run): string;
  /** Whether the run keeps the tool from running. */
  denies(run: Run): boolean;
}

/** A rule that a host relies on. */
export interface CommandRule {
  /** Stable: `topic/name`. */
  readonly id: string;
  readonly sentence: string;
  /** Where the rule comes from. */
  readonly source: string;
  /** What the host does if the rule is broken. */
  readonly why: string;
  /** Resolves if the hook follows the rule. Otherwise, rejects with a `Finding`. */
  check(lab: CommandSession): Promise<void>;
}

export interface CommandSessionOptions {
  /** The program and its arguments, or a function that returns them for an event. */
  readonly command: readonly string[] | ((event: string) => readonly string[]);
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** One run of the hook, and how it ended. */
export interface Run extends Ended {
  readonly sent: string;
}

/** How long a pipe may stay open after the process has ended, in milliseconds. */
const OUTPUT_GRACE_MS = 1000;

/** Starts the hook once for each input, as the host does, except that no shell is involved. */
export class CommandSession {
  readonly #runs = new Map<string, Promise<Run>>();

  constructor(
    readonly host: CheckedHost,
    private readonly options: CommandSessionOptions,
  ) {}

  /** Runs the hook with a recorded payload. Each payload is sent only once: the run is kept for later calls. */
  at({ event, payload }: Sample): Promise<Run> {
    return this.with(this.host.text(payload), event);
  }

  /** Runs the hook with a text on stdin. Default event: the one before a tool call. */
  with(stdin: string, event = this.host.toolCall.event): Promise<Run> {
    const key = `${event} ${stdin}`;
    const run = this.#runs.get(key) ?? this.#start(event, stdin, []);
    this.#runs.set(key, run);
    return run;
  }

  /** Returns the `onFailure` of a hook that uses the SDK, or `undefined` for any other hook. */
  async policy(): Promise<unknown> {
    const { stdout } = await this.#start(this.host.toolCall.event, "", ["--describe"]);
    try {
      return JSON.parse(stdout).onFailure;
    } catch {
      return undefined;
    }
  }

  async #start(event: string, stdin: string, more: readonly string[]): Promise<Run> {
    const { command, cwd, env, timeoutMs } = this.options;
    const [program = "", ...args] = typeof command === "function" ? command(event) : command;
    const ended = await runProcess({
      program,
      args: [...args, ...more],
      stdin,
      ...(cwd === undefined ? {} : { cwd }),
      env: { ...process.env, AGENT_HOOK_HOST: this.host.hostFlag(event), ...env },
      timeoutMs,
      heldMs: OUTPUT_GRACE_MS,
    });
    return { sent: stdin, ...ended };
  }
}
