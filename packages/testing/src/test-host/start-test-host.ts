import { startPicoClawHost } from "@agent-hook/picoclaw/testing";
import type { Engine } from "@agent-hook/sdk/internal/adapter";
import { assertKnownKeys } from "@agent-hook/sdk/internal/text";
import { processTarget } from "../hook-target.js";
import { askPerson } from "./ask-person.js";
import type { TestHostOptions } from "./create-test-host.js";
import { HookCommandLine } from "./hook-command.js";
import { McpConnection } from "./mcp-connection.js";
import { McpEngine } from "./mcp-engine.js";
import { OneShotEngine } from "./one-shot-engine.js";
import { PicoClawEngine, PicoClawWatch } from "./picoclaw-engine.js";
import { TestHost } from "./test-host.js";
import { type ChosenHost, chosenHost, type HostChoice, identityOf } from "./test-host-name.js";

export interface TestProcessOptions extends Omit<TestHostOptions, "host" | "env" | "time">, HostChoice {
  /** Added to this process's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * Starts the hook of a one-shot host through the launcher, as `agent-hook config` does. The launcher answers on
   * behalf of a dead hook: with a denial (`block`), or with nothing (`continue`).
   */
  readonly launcher?: "block" | "continue";
  /** How long a hook may take for one event of a one-shot host, in seconds. Default 60. */
  readonly timeout?: number;
}

const OPTIONS = ["host", "version", "variant", "env", "cwd", "permitted", "onAsk", "launcher", "timeout"];

/**
 * Starts a host for a built hook. PicoClaw and MCP clients start the hook once, the other hosts start it for each
 * event. The hook learns its host from `AGENT_HOOK_HOST`. Rejects if the hook of PicoClaw or of an MCP client does not
 * start. The caller must `close` the host.
 *
 * @example
 * await using host = await startTestHost(["node", "dist/main.js"], { host: "codex", launcher: "block" });
 * expect(await host.shell("rm -rf /")).toMatchObject({ decision: "deny", ran: false });
 *
 */
export async function startTestHost(command: readonly string[], options: TestProcessOptions = {}): Promise<TestHost> {
  assertKnownKeys("startTestHost", options, OPTIONS);
  const chosen = chosenHost("startTestHost", options);
  if (options.launcher !== undefined && chosen.name !== "one-shot") {
    throw new TypeError(`startTestHost: remove launcher: ${chosen.name} starts hooks without it`);
  }
  const log: string[] = [];
  const engine = await engineOf(command, chosen, options, log);
  await engine.started();
  return new TestHost({
    ...identityOf(chosen),
    engine,
    tools: chosen.tools,
    log,
    clock: undefined,
  });
}

async function engineOf(
  command: readonly string[],
  chosen: ChosenHost,
  { env = {}, cwd = process.cwd(), permitted, onAsk, launcher, timeout }: TestProcessOptions,
  log: string[],
): Promise<Engine> {
  if (chosen.name === "picoclaw") {
    const watch = new PicoClawWatch();
    const { version } = chosen;
    const { onTrace } = watch;
    const told = { AGENT_HOOK_HOST: `picoclaw@${version}`, ...env };
    const onQuestion = askPerson(watch, onAsk);
    const host = await startPicoClawHost(command, { version, cwd, env: told, onTrace, onAsk: onQuestion, log });
    return new PicoClawEngine(host, watch);
  }
  if (chosen.name === "mcp") {
    const whole = { ...process.env, AGENT_HOOK_HOST: "mcp", ...env };
    const onStderr = (line: string) => log.push(line);
    const start = (onLine: (line: string | undefined) => void) =>
      processTarget(command, whole, { onLine, onStderr, cwd });
    return new McpEngine(new McpConnection(start), () => []);
  }
  if (chosen.name === "custom") throw new TypeError(`startTestHost: start the server of ${chosen.simulation.name}`);
  const { simulated } = chosen;
  return new OneShotEngine(simulated, new HookCommandLine(command, simulated, { cwd, launcher }), {
    cwd,
    env: { ...process.env, ...env },
    onAsk,
    ...(permitted === undefined ? {} : { permitted }),
    ...(timeout === undefined ? {} : { timeout }),
  });
}
