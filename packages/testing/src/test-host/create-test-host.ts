import { ManualClock, testStore } from "@agent-hook/picoclaw/internal/testing";
import { createPicoClawHost } from "@agent-hook/picoclaw/testing";
import type { Hook } from "@agent-hook/sdk";
import type { HookFailure } from "@agent-hook/sdk/in-process";
import { type Engine, type OnAsk, type SimulatedTestHost, systemClock } from "@agent-hook/sdk/internal/adapter";
import { assertKnownKeys } from "@agent-hook/sdk/internal/text";
import { hookTarget } from "../hook-target.js";
import { askPerson } from "./ask-person.js";
import { InProcessHook } from "./in-process-hook.js";
import { McpConnection } from "./mcp-connection.js";
import { McpEngine } from "./mcp-engine.js";
import { OneShotEngine } from "./one-shot-engine.js";
import { PicoClawEngine, PicoClawWatch } from "./picoclaw-engine.js";
import { TestHost } from "./test-host.js";
import { type ChosenHost, chosenHost, type HostChoice, identityOf, type TestHostName } from "./test-host-name.js";

export interface TestHostOptions extends Omit<HostChoice, "host"> {
  /** Default: `picoclaw`. It can also be `civicProxy` of `@agent-hook/civic`. */
  readonly host?: TestHostName | SimulatedTestHost;
  /** The environment for the hook's `env` schemas. Default `process.env`. */
  readonly env?: NodeJS.ProcessEnv;
  /** The folder of the agent, in payloads that have it. Default: the folder of this process. */
  readonly cwd?: string;
  /**
   * Whether the user's rules allow tool calls without asking a person. By default, the hook decides, and calls that it
   * leaves undecided run. With `false`, undecided calls go to `onAsk`. With `true`, docker-agent does not call most
   * hooks.
   */
  readonly permitted?: boolean;
  /**
   * Decides calls that the hook or the user's rules leave to a person, also those that `askPerson` asks about. Without
   * it, such calls do not run.
   */
  readonly onAsk?: OnAsk;
  /** `manual`: deadlines expire only through `advance()`. Default `real`. */
  readonly time?: "real" | "manual";
}

const OPTIONS = ["host", "version", "variant", "env", "cwd", "permitted", "onAsk", "time"];

/**
 * Creates a host for a hook in this process, without an agent, a model or an API key. Calls go through the real
 * payloads, adapters, deadlines and failure policies; what the host does with the answers was recorded from the real
 * program. If the hook cannot start, the first call rejects with the error that `serve` reports.
 *
 * @example
 * const host = createTestHost(hook, { host: "claude-code" });
 * expect(await host.shell("rm -rf /")).toMatchObject({ decision: "deny", ran: false, reason: "no rm here" });
 *
 */
export function createTestHost(hook: Hook, options: TestHostOptions = {}): TestHost {
  assertKnownKeys("createTestHost", options, OPTIONS);
  const { time } = options;
  if (time !== undefined && time !== "real" && time !== "manual") {
    throw new TypeError('createTestHost: expected "real" or "manual" as time');
  }
  const chosen = chosenHost("createTestHost", options);
  const clock = time === "manual" ? new ManualClock() : undefined;
  const log: string[] = [];
  return new TestHost({
    ...identityOf(chosen),
    engine: engineOf(hook, chosen, options, { clock, log }),
    tools: chosen.tools,
    log,
    clock,
  });
}

interface Parts {
  readonly clock: ManualClock | undefined;
  readonly log: string[];
}

function engineOf(hook: Hook, chosen: ChosenHost, options: TestHostOptions, { clock, log }: Parts): Engine {
  const { env, cwd, permitted, onAsk } = options;
  const store = testStore(env, clock);
  if (chosen.name === "custom") {
    return chosen.simulation.open(hook, { env: env ?? process.env, clock: clock ?? systemClock, log, store });
  }
  if (chosen.name === "picoclaw") {
    const watch = new PicoClawWatch();
    const { version } = chosen;
    const { onTrace } = watch;
    const onQuestion = askPerson(watch, onAsk);
    const host = createPicoClawHost(hook, {
      version,
      ...(env && { env }),
      clock,
      store,
      log,
      onTrace,
      onAsk: onQuestion,
    });
    return new PicoClawEngine(host, watch);
  }
  if (chosen.name === "mcp") {
    let failures: HookFailure[] = [];
    const target = {
      host: "mcp",
      ...(env && { env }),
      ...(clock && { clock }),
      store,
      writeError: (text: string) => log.push(...text.trimEnd().split("\n")),
      onFailure: (failure: HookFailure) => failures.push(failure),
    };
    const take = () => {
      const taken = failures;
      failures = [];
      return taken;
    };
    return new McpEngine(new McpConnection((onLine) => hookTarget(hook, target, onLine)), take);
  }
  const { simulated } = chosen;
  const situation = { ...(permitted === undefined ? {} : { permitted }), ...(cwd === undefined ? {} : { cwd }) };
  return new OneShotEngine(simulated, new InProcessHook(hook, simulated, { env, clock, log, store, onAsk }), {
    ...situation,
    onAsk,
  });
}
