import { type Ended, runProcess } from "../run-process.js";

/** What a host wrote to a hook's stdin. */
export interface Sample {
  readonly event: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** A host as far as a check of its hooks is concerned. */
export interface CheckedHost {
  readonly samples: readonly Sample[];
  /** A tool call that is about to run. */
  readonly toolCall: Sample;
  /** The field of its payload that names the tool. */
  readonly toolField: string;
  readonly rules: readonly CommandRule[];
  /** A payload as the host writes it. */
  text(payload: Sample["payload"]): string;
  /** What a hook is told of who asks, as `--host` takes it. */
  hostFlag(event: string): string;
  /** What the host makes of a run before the tool call, in short. */
  verdict(run: Run): string;
  /** Whether the tool does not run then. */
  refuses(run: Run): boolean;
}

/** One thing that a host relies on. */
export interface CommandRule {
  /** Stable: `topic/name`. */
  readonly id: string;
  readonly sentence: string;
  /** Where it comes from. */
  readonly source: string;
  /** What the host does when it is broken. */
  readonly why: string;
  /** Returns when the rule is held; throws a `Finding` otherwise. */
  check(lab: Lab): Promise<void>;
}

export interface LabOptions {
  /** The program and its arguments; of each event, where they differ. */
  readonly command: readonly string[] | ((event: string) => readonly string[]);
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** One start of the hook, and how it ended. */
export interface Run extends Ended {
  readonly sent: string;
}

/** How long a pipe may outlive the process. */
const HELD_MS = 1000;

/** Starts the hook, once for each question, as the host does but for the shell. */
export class Lab {
  readonly #runs = new Map<string, Promise<Run>>();

  constructor(
    readonly host: CheckedHost,
    private readonly options: LabOptions,
  ) {}

  /** What the hook does with a recorded payload; each is asked once. */
  at({ event, payload }: Sample): Promise<Run> {
    return this.with(this.host.text(payload), event);
  }

  /** What it does with a text on stdin, by default at the event before a tool call. */
  with(stdin: string, event = this.host.toolCall.event): Promise<Run> {
    const key = `${event} ${stdin}`;
    const run = this.#runs.get(key) ?? this.#start(event, stdin, []);
    this.#runs.set(key, run);
    return run;
  }

  /** `onFailure` of a hook of the SDK; nothing for another one. */
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
      heldMs: HELD_MS,
    });
    return { sent: stdin, ...ended };
  }
}
