import { spawn } from "node:child_process";
import { type DockerAgentEvent, type DockerAgentVersion, executeHooks, type HookRun } from "../docker-agent/index.js";
import { payloadText } from "../docker-agent/payload.js";
import { rulesOf } from "../docker-agent/versions.js";
import { SAMPLE_PAYLOADS } from "./sample-payloads.js";

export interface LabOptions {
  readonly command: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly version: DockerAgentVersion;
  readonly timeoutMs: number;
}

/** One start of the hook, and how it ended. */
export interface Run {
  readonly sent: string;
  readonly stdout: string;
  readonly stderr: string;
  /** Nothing where it was still running at the limit, or a signal ended it. */
  readonly exit?: number;
  readonly signal?: string;
  readonly late: boolean;
  /** It ended, and something else still held its stdout or stderr. */
  readonly held: boolean;
}

/** How long a pipe may outlive the process. */
const HELD_MS = 1000;

/** Starts the hook, once for each question, as docker-agent does but for the shell. */
export class Lab {
  readonly events: readonly DockerAgentEvent[];
  readonly #runs = new Map<string, Promise<Run>>();

  constructor(private readonly options: LabOptions) {
    this.events = rulesOf(options.version).events;
  }

  /** What the hook does with the recorded payload of an event; each is asked once. */
  at(event: DockerAgentEvent): Promise<Run> {
    return this.with(payloadText(SAMPLE_PAYLOADS[event]));
  }

  /** What it does with a text on stdin. */
  with(stdin: string): Promise<Run> {
    const run = this.#runs.get(stdin) ?? this.#start(stdin, []);
    this.#runs.set(stdin, run);
    return run;
  }

  /** `onFailure` of a hook of the SDK; nothing for another one. */
  async policy(): Promise<unknown> {
    const { stdout } = await this.#start("", ["--describe"]);
    try {
      return JSON.parse(stdout).onFailure;
    } catch {
      return undefined;
    }
  }

  /** What the host makes of a run. */
  result(
    event: DockerAgentEvent,
    { stdout, stderr, exit, signal, late }: Run,
    lane: "default" | "preempt" = "default",
  ) {
    const run: HookRun = {
      stdout,
      stderr,
      ...(exit === undefined ? {} : { exit }),
      ...(signal === undefined ? {} : { signal }),
      ...(late ? { failed: "timed out" } : {}),
    };
    return executeHooks([run], { version: this.options.version, event, lane });
  }

  #start(stdin: string, more: readonly string[]): Promise<Run> {
    const { command, cwd, env, timeoutMs, version } = this.options;
    const [program = "", ...args] = command;
    return new Promise((resolve, reject) => {
      const child = spawn(program, [...args, ...more], {
        ...(cwd === undefined ? {} : { cwd }),
        env: { ...process.env, AGENT_HOOK_HOST: `docker-agent@${version}`, ...env },
        // In a group of its own: what it leaves behind is ended with it.
        detached: true,
      });
      const out: Buffer[] = [];
      const err: Buffer[] = [];
      child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
      child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
      child.stdin.on("error", () => {});
      child.stdin.end(stdin);
      let late = false;
      let held = false;
      const endGroup = () => {
        // What left the group holds them still.
        child.stdout.destroy();
        child.stderr.destroy();
        try {
          if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
        } catch {
          // Gone by itself.
        }
      };
      let limit = setTimeout(() => {
        late = true;
        endGroup();
      }, timeoutMs);
      child.once("error", reject);
      child.once("exit", () => {
        clearTimeout(limit);
        limit = setTimeout(() => {
          held = true;
          endGroup();
        }, HELD_MS);
      });
      child.once("close", (code, signal) => {
        clearTimeout(limit);
        const text = (chunks: readonly Buffer[]) => Buffer.concat(chunks).toString();
        const ended = code === null ? { signal: signal ?? "unknown" } : { exit: code };
        resolve({ sent: stdin, stdout: text(out), stderr: text(err), ...(late ? {} : ended), late, held });
      });
    });
  }
}
