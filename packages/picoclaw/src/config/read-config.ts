import {
  EVENT_KINDS,
  HOOK_MODES,
  HOST_TIMEOUTS_MS,
  type HookMode,
  MAX_LINE_BYTES,
  POINTS,
  RUNTIME_EVENT_KINDS,
} from "@agent-hook/sdk/internal/picoclaw";
import { checkConfig } from "./config-problems.js";
import { EVERY_EVENT, type HooksConfig, type ProcessConfig } from "./hooks-config.js";

/** A `hooks` object that cannot be used. The message lists every invalid path. */
export class HooksConfigError extends Error {
  override readonly name = "HooksConfigError";
}

/** The timeout of each kind of call, in milliseconds. */
export interface Timeouts {
  readonly interceptMs: number;
  readonly approveMs: number;
}

/** How a dead hook is restarted. The delays are in milliseconds. */
interface RestartPlan {
  readonly delayMs: number;
  readonly maxDelayMs: number;
  readonly attempts: number;
}

/** One process of the config, with every default filled in. */
export interface ProcessSettings {
  readonly name: string;
  readonly priority: number;
  readonly command: readonly string[];
  readonly cwd: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  /** In the order used in hello. */
  readonly modes: readonly HookMode[];
  /** The kinds of events that the hook receives, as v0.2.9 names them. `undefined` means all. */
  readonly kinds: ReadonlySet<string> | undefined;
  readonly onFailure: "continue" | "block" | undefined;
  /** `undefined` means that the hook is not restarted. */
  readonly restart: RestartPlan | undefined;
  readonly maxLineBytes: number;
  readonly required: boolean;
}

export interface ManagerSettings {
  readonly timeouts: Timeouts;
  readonly processes: readonly ProcessSettings[];
  /** The names of processes without `enabled`. PicoClaw does not start them. */
  readonly notEnabled: readonly string[];
}

const MODE_OF = new Map<string, HookMode>(Object.values(POINTS).map(({ intercept, mode }) => [intercept, mode]));

/** Returns the settings in a config. Throws `HooksConfigError` if the config is invalid. */
export function readConfig(config: unknown): ManagerSettings {
  const { problems, copy } = checkConfig(config);
  if (problems.length > 0) throw new HooksConfigError(problems.map(({ text }) => text).join("\n"));
  const { enabled = true, defaults = {}, builtins = {}, processes = {} } = copy;
  const entries = enabled ? Object.entries(processes) : [];
  const invalid = [
    ...Object.keys((config as HooksConfig).processes ?? {})
      .filter((name) => ["", "*", "__proto__"].includes(name))
      .map((name) => `processes.${name}: not a valid name for a hook`),
    ...Object.keys(builtins)
      .filter((name) => enabled && builtins[name]?.enabled)
      .map(
        (name) =>
          `builtins.${name}: a hook built into PicoClaw, which is not available here; disable it, or mount your own`,
      ),
    ...entries.flatMap(([name, process]) => (process.enabled ? processProblems(name, process) : [])),
  ];
  if (invalid.length > 0) throw new HooksConfigError(invalid.join("\n"));
  return {
    timeouts: timeoutsOf(defaults),
    processes: entries
      .filter(([, process]) => process.enabled)
      .map(([name, process]) => processSettings(name, process)),
    notEnabled: entries.filter(([, process]) => process.enabled === undefined).map(([name]) => name),
  };
}

/** Returns how long the host waits for an answer. */
export function timeoutsOf(defaults: NonNullable<HooksConfig["defaults"]>): Timeouts {
  return {
    interceptMs: positive(defaults.interceptor_timeout_ms) ?? HOST_TIMEOUTS_MS.intercept,
    approveMs: positive(defaults.approval_timeout_ms) ?? HOST_TIMEOUTS_MS.approve,
  };
}

/** PicoClaw treats 0 and less as "the default". */
function positive(ms: number | undefined): number | undefined {
  return ms !== undefined && ms > 0 ? ms : undefined;
}

function processProblems(name: string, { command, observe, intercept }: ProcessConfig): string[] {
  const where = `processes.${name}`;
  const isUsed = (observe ?? []).length > 0 || (intercept ?? []).some((point) => point !== "");
  return [
    ...(command?.[0] ? [] : [`${where}.command: expected a program and its arguments, such as ["node", "hook.js"]`]),
    ...(isUsed ? [] : [`${where}: expected "intercept" or "observe": without them it is never called`]),
  ];
}

/** Returns the settings of a valid process of the config, with every default filled in. */
export function processSettings(name: string, config: ProcessConfig): ProcessSettings {
  const { observe, intercept, restart = true } = config;
  const enabled = new Set<HookMode>((intercept ?? []).flatMap((point) => MODE_OF.get(point) ?? []));
  if ((observe ?? []).length > 0) enabled.add("observe");
  return {
    name,
    priority: config.priority ?? 0,
    command: config.command ?? [],
    cwd: config.dir || undefined,
    env: config.env ?? {},
    modes: HOOK_MODES.filter((mode) => enabled.has(mode)),
    kinds: (observe ?? []).some((kind) => EVERY_EVENT.includes(kind))
      ? undefined
      : new Set((observe ?? []).map(newName)),
    onFailure: config.onFailure,
    restart: restartPlan(restart),
    maxLineBytes: config.maxLineBytes ?? MAX_LINE_BYTES,
    required: config.required ?? true,
  };
}

function restartPlan(restart: NonNullable<ProcessConfig["restart"]>): RestartPlan | undefined {
  if (restart === false) return undefined;
  const { delayMs = 100, maxDelayMs = 10_000, attempts = 5 } = restart === true ? {} : restart;
  return { delayMs, maxDelayMs, attempts };
}

/**
 * Returns the name of a kind in v0.2.9. The older kinds are the first kinds of `RUNTIME_EVENT_KINDS`, in the same
 * order.
 */
function newName(kind: string): string {
  const index = (EVENT_KINDS as readonly string[]).indexOf(kind);
  return index === -1 ? kind : (RUNTIME_EVENT_KINDS[index] as string);
}
