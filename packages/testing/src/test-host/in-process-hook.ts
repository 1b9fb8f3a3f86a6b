import type { Hook } from "@agent-hook/sdk";
import {
  type CallAnswer,
  type Clock,
  type HookFailure,
  runInProcess,
  type StoreSource,
} from "@agent-hook/sdk/in-process";
import type { OnAsk } from "@agent-hook/sdk/internal/adapter";
import type { HookAnswer } from "@agent-hook/sdk/internal/simulations";
import type { RunHook } from "../command-hosts/command-host.js";
import { hostFlag } from "../command-hosts/effect-of-answer.js";
import type { SimulatedHost } from "../command-hosts/simulated-host.js";
import type { OneShotHook } from "./one-shot-engine.js";

export interface InProcessOptions {
  readonly env: NodeJS.ProcessEnv | undefined;
  readonly clock: Clock | undefined;
  readonly log: string[];
  /** All events of a host share it, as the processes of a one-shot host share a file. */
  readonly store: StoreSource;
  readonly onAsk?: OnAsk | undefined;
}

/** A hook in this process for a one-shot host: a new session for each event, with the real adapter. */
export class InProcessHook implements OneShotHook {
  #failures: HookFailure[] = [];

  constructor(
    private readonly hook: Hook,
    private readonly host: SimulatedHost,
    private readonly options: InProcessOptions,
  ) {}

  commandAt(event: string): RunHook {
    return async (stdin) => {
      const session = await this.#open(hostFlag(this.host.text, event));
      session.receive(stdin.split("\n"));
      const answer = await session.inputEnded();
      await session.end(0);
      return asExit(answer ?? {});
    };
  }

  takeFailures(): readonly HookFailure[] {
    const failures = this.#failures;
    this.#failures = [];
    return failures;
  }

  async started(): Promise<void> {
    const session = await this.#open(this.host.text);
    await session.end(0);
  }

  #open(host: string) {
    const { env, clock, log, store, onAsk } = this.options;
    return runInProcess(this.hook, {
      host,
      ...(env === undefined ? {} : { env }),
      ...(clock === undefined ? {} : { clock }),
      store,
      // Without an answer, `askPerson` denies at once: a test need not wait.
      answerInTest: async (question) => (await onAsk?.(question)) ?? undefined,
      write() {},
      writeError: (text) => log.push(...text.trimEnd().split("\n")),
      onFailure: (failure) => this.#failures.push(failure),
    });
  }
}

/** Converts an answer to the end of a process. A denial without a document becomes exit code 2. */
function asExit({ document, denial }: CallAnswer): HookAnswer {
  if (document !== undefined) return { stdout: `${document}\n`, exit: 0 };
  return denial === undefined ? { exit: 0 } : { exit: 2, stderr: `${denial}\n` };
}
