import { on } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import {
  HookManager,
  type HookManagerOptions,
  type HookStatus,
  type HooksConfig,
  type Report,
} from "../../src/index.js";
import { AGES, hookCommand, type Script } from "../start-hook.js";

export type ProcessConfig = NonNullable<HooksConfig["processes"]>[string];
export type Policy = "continue" | "block";
export const POLICIES: readonly Policy[] = ["continue", "block"];

/** The limit in milliseconds for calls without an answer, in tests that wait for it. */
export const SOON = 100;
export const PATIENT = { interceptor_timeout_ms: AGES, approval_timeout_ms: AGES };
export const IMPATIENT = { interceptor_timeout_ms: SOON, approval_timeout_ms: SOON };

/** A manager whose reports a test can wait for. */
export class Watched {
  readonly reports: Report[] = [];
  hooks!: HookManager;
  #waiting: (() => void)[] = [];

  readonly onReport = (report: Report): void => {
    this.reports.push(report);
    for (const look of this.#waiting.splice(0)) look();
  };

  /** Returns the `count`th report of this kind with this text, including past ones. Without one, the test times out. */
  async report(kind: Report["kind"], text = "", count = 1): Promise<Report> {
    for (;;) {
      const found = this.reportsOf(kind, text)[count - 1];
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  reportsOf(kind: Report["kind"], text = ""): Report[] {
    return this.reports.filter((report) => report.kind === kind && report.message.includes(text));
  }

  /** Returns the status of the hook with this name. */
  status(name = "probe"): HookStatus {
    return this.hooks.status().find((hook) => hook.name === name) as HookStatus;
  }

  pid(name = "probe"): number {
    return this.status(name).pid as number;
  }
}

const EVERY_POINT = ["before_llm", "after_llm", "before_tool", "after_tool", "approve_tool"] as const;

/** Returns a process for the config: `hooks/puppet.mjs`, called at every point, without restarts. */
export function puppet(process: Partial<ProcessConfig> = {}): ProcessConfig {
  return {
    enabled: true,
    command: hookCommand("puppet.mjs"),
    intercept: [...EVERY_POINT],
    restart: false,
    ...process,
  };
}

/** Starts processes and kills them when the test ends. By default, calls have no time limit in practice. */
export async function startAll(
  processes: Record<string, ProcessConfig>,
  defaults: NonNullable<HooksConfig["defaults"]> = PATIENT,
  options: HookManagerOptions = {},
): Promise<Watched> {
  const watched = new Watched();
  const { onReport } = watched;
  watched.hooks = await HookManager.start({ defaults, processes }, { onReport, onStderr: () => {}, ...options });
  onTestFinished(async () => {
    for (const { pid } of watched.hooks.status()) if (pid !== undefined) process.kill(pid, "SIGKILL");
    await watched.hooks.close();
  });
  return watched;
}

/** Starts one process with the name "probe". */
export function start(process: Partial<ProcessConfig> = {}, ...rest: [HooksConfig["defaults"]?, HookManagerOptions?]) {
  return startAll({ probe: puppet(process) }, ...rest);
}

/** Creates a folder that is removed after the test. */
function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "agent-hook-"));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

/** Listens for the connections of `hooks/beacon.mjs`. Each connection ends with its process. */
export async function listen() {
  const file = join(folder(), "socket");
  // On Windows, pipes are not files.
  const path = process.platform === "win32" ? join("\\\\.\\pipe", basename(dirname(file))) : file;
  const server = createServer();
  const arrivals = on(server, "connection");
  await new Promise<void>((resolve) => server.listen(path, resolve));
  onTestFinished(() => {
    server.close();
  });
  const next = async () => ((await arrivals.next()).value as [Socket])[0].resume();
  return { path, next };
}

/** Returns a process with a handshake script for each start. */
export function lives(...scripts: Script[]) {
  const log = join(folder(), "starts");
  const env = { LOG: log, LIVES: JSON.stringify(scripts) };
  const pids = () => readFileSync(log, "utf8").trimEnd().split("\n").map(Number);
  return { process: { command: hookCommand("lives.mjs"), env }, pids };
}

type Ask = (
  hooks: HookManager,
  script?: Script,
) => Promise<{ readonly outcome: string; readonly reports: readonly Report[] }>;

const asks: { readonly [method: string]: Ask } = {
  "hook.before_llm": (hooks, script) => hooks.beforeLlm({ model: "fake", script }),
  "hook.after_llm": (hooks, script) => hooks.afterLlm({ response: { content: "hi" }, script }),
  "hook.before_tool": (hooks, script) => hooks.beforeTool({ tool: "exec", arguments: {}, script }),
  "hook.after_tool": (hooks, script) => hooks.afterTool({ tool: "exec", result: { for_llm: "ok" }, script }),
  "hook.approve_tool": (hooks, script) => hooks.approveTool({ tool: "exec", arguments: {}, script }),
};
export const METHODS = Object.keys(asks);

/** Makes a minimal call at a point. */
export function ask(hooks: HookManager, method: string, script?: Script): ReturnType<Ask> {
  return (asks[method] as Ask)(hooks, script);
}

/** Returns the outcome of a call that its hook answers correctly. */
export function answered(method: string): object {
  return method === "hook.approve_tool" ? { outcome: "approved", reports: [] } : { outcome: "continue", reports: [] };
}

/** Returns the outcome of a call that its hook does not answer. */
export function unanswered(method: string, policy: Policy, why: "failed" | "timed out" = "failed"): object {
  const reports = [{ hook: "probe", kind: "call-failed", method }];
  const reason = `hook "probe" ${why}`;
  if (method === "hook.approve_tool") {
    const text = `Tool execution denied by approval hook: tool approval ${reason}`;
    return { outcome: "denied", by: "probe", text, reports };
  }
  if (policy === "continue") return { outcome: "continue", changedBy: [], reports };
  if (method === "hook.before_tool") {
    return { outcome: "denied", by: "probe", text: `Tool execution denied by hook: ${reason}`, reports };
  }
  return { outcome: "aborted", scope: "turn", by: "probe", reason, reports };
}
