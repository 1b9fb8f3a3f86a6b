import { type Ended, runProcess } from "../run-process.js";
import type { CheckedHost, Sample } from "./checked-host.js";

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
      env: { ...process.env, AGENT_HOOK_HOST: this.host.told(event), ...env },
      timeoutMs,
      heldMs: HELD_MS,
    });
    return { sent: stdin, ...ended };
  }
}
