import type { Hook } from "@agent-hook/sdk";
import { type HookFailure, type InProcessHook, runInProcess } from "@agent-hook/sdk/in-process";

/** The parts of an answer that PicoClaw reads. */
export type Answer = Readonly<Record<string, unknown>>;

/** Calls a hook in this process over PicoClaw's wire. */
export class SimulatedPicoClaw {
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #failures: HookFailure[] = [];
  #lastId = 0;
  #running!: InProcessHook;

  private constructor() {}

  /** If `version` is `undefined`, the hook does not receive the PicoClaw version. */
  static async start(hook: Hook, version: string | undefined): Promise<SimulatedPicoClaw> {
    const host = new SimulatedPicoClaw();
    host.#running = await runInProcess(hook, {
      host: version === undefined ? "picoclaw" : `picoclaw@${version}`,
      env: {},
      write: (text) => host.#onOutput(text),
      writeError() {},
      onFailure: (failure) => host.#failures.push(failure),
    });
    return host;
  }

  /** Sends a call and returns its only answer. */
  request(method: string, params: unknown): Promise<Answer> {
    const id = ++this.#lastId;
    const answered = new Promise<Answer>((resolve) => this.#waiting.set(id, resolve));
    this.#running.receive([JSON.stringify({ jsonrpc: "2.0", id, method, params })]);
    return answered;
  }

  notify(method: string, params: unknown): void {
    this.#running.receive([JSON.stringify({ jsonrpc: "2.0", method, params })]);
  }

  /** Returns the failures since the last call of this method. */
  takeFailures(): readonly HookFailure[] {
    const failures = this.#failures;
    this.#failures = [];
    return failures;
  }

  end(): Promise<void> {
    return this.#running.end(0);
  }

  #onOutput(text: string): void {
    for (const line of text.split("\n").slice(0, -1)) {
      const { id, result, error } = JSON.parse(line);
      const resolve = this.#waiting.get(id);
      if (resolve === undefined) throw new Error(`an answer that matches no call: ${line}`);
      this.#waiting.delete(id);
      resolve(result ?? { error });
    }
  }
}
