import { isAbsolute, resolve } from "node:path";
import type { HookFailure } from "@agent-hook/sdk/in-process";
import { launcherCommand, launcherPath } from "@agent-hook/sdk/launcher";
import { hostFlag } from "../command-hosts/effect-of-answer.js";
import type { SimulatedHost } from "../command-hosts/simulated-host.js";
import type { OneShotHook } from "./one-shot-engine.js";

export interface CommandOptions {
  readonly cwd: string;
  /** The launcher's mode, or `undefined` if the hook is started without the launcher. */
  readonly launcher: "block" | "continue" | undefined;
}

/** How long the launcher waits for a hook, in seconds. This is less than the 30 s that some hosts wait. */
const LAUNCHER_S = 20;

/** A built hook for a one-shot host: a process for each event. */
export class HookCommandLine implements OneShotHook {
  constructor(
    private readonly command: readonly string[],
    private readonly host: SimulatedHost,
    private readonly options: CommandOptions,
  ) {}

  commandAt(event: string): string {
    const flag = hostFlag(this.host.text, event);
    const { launcher: mode } = this.options;
    if (mode === undefined) return `AGENT_HOOK_HOST='${flag}' exec ${this.command.map(quote).join(" ")}`;
    const command = [...this.command.map((word, at) => this.#absolute(word, at)), "--host", flag];
    const { name: host } = this.host;
    return launcherCommand({ launcher: launcherPath(), mode, host, event, seconds: LAUNCHER_S, command });
  }

  /** Always empty: the host sees only what a process writes. */
  takeFailures(): readonly HookFailure[] {
    return [];
  }

  async started(): Promise<void> {}

  /** The launcher needs absolute paths. */
  #absolute(word: string, at: number): string {
    if (at === 0 && word === "node") return process.execPath;
    return isAbsolute(word) || !/\.[cm]?[jt]s$|^\.{1,2}\//.test(word) ? word : resolve(this.options.cwd, word);
  }
}

function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
