import type { MethodName } from "@agent-hook/picoclaw/protocol";
import { onTestFinished } from "vitest";
import { HookManager, type HookManagerOptions, type HooksConfig, type Report, type TraceEntry } from "../src/index.js";
import { hookCommand, type Script } from "./start-hook.js";

type ProcessConfig = NonNullable<HooksConfig["processes"]>[string];

const EVERYTHING = ["before_llm", "after_llm", "before_tool", "after_tool", "approve_tool"] as const;

/** Returns a config of `hooks/puppet.mjs`: called at every point, never restarted. */
export function puppet(config: Partial<ProcessConfig> = {}): ProcessConfig {
  return { enabled: true, command: hookCommand("puppet.mjs"), intercept: [...EVERYTHING], restart: false, ...config };
}

/** What each puppet does for each kind of call. */
export type Scripts = Readonly<Record<string, { readonly [M in MethodName]?: Script }>>;

/** A call or an event that a hook received. */
interface Heard {
  readonly hook: string;
  readonly method: string;
  // biome-ignore lint/suspicious/noExplicitAny: the params of any method
  readonly params: any;
}

/** A manager and everything that it reported. */
export interface Managed {
  readonly manager: HookManager;
  readonly reports: Report[];
  readonly stderr: string[];
  readonly lines: TraceEntry[];
  /** Returns what the hooks received since the last call of this method, without the scripts. */
  received(): Promise<Heard[]>;
}

/** Starts a manager. The caller must close it. */
export async function manage(config: HooksConfig = {}, options: HookManagerOptions = {}): Promise<Managed> {
  const reports: Report[] = [];
  const stderr: string[] = [];
  const lines: TraceEntry[] = [];
  const manager = await HookManager.start(config, {
    onReport: (report) => reports.push(report),
    onStderr: (line) => stderr.push(line),
    ...options,
  });
  void collect(manager.trace(), lines);
  let read = 0;
  return {
    manager,
    reports,
    stderr,
    lines,
    async received() {
      await turnOfTheLoop();
      const fresh = lines.slice(read).filter(({ from }) => from === "host");
      read = lines.length;
      return fresh.map(({ hook, line }) => {
        const { method, params } = JSON.parse(line);
        const { scripts: _scripts, script: _script, ...rest } = params;
        return { hook, method, params: rest };
      });
    },
  };
}

/** Starts a manager that is closed when the test ends. */
export async function startManager(config: HooksConfig = {}, options: HookManagerOptions = {}): Promise<Managed> {
  const managed = await manage(config, options);
  onTestFinished(() => managed.manager.close());
  return managed;
}

/** Starts a manager with one puppet, `probe`. */
export function startPuppet(config: Partial<ProcessConfig> = {}, options: HookManagerOptions = {}): Promise<Managed> {
  return startManager({ processes: { probe: puppet(config) } }, options);
}

/** Waits until every promise that can settle by itself has settled and every written line was traced. */
export function turnOfTheLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

async function collect(trace: AsyncIterable<TraceEntry>, lines: TraceEntry[]): Promise<void> {
  for await (const entry of trace) lines.push(entry);
}
