import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { plainEnvironment } from "@agent-hook/sdk/internal/live-agents";
import { temporaryFolder, undoAtExit } from "../driver/leftovers.js";
import { AGENT_HOOK } from "./programs.js";

const EVENT = "PreToolUse";

/** The home of a user of Claude Code, in which `agent-hook` installs guards. */
export class Home {
  readonly #folder = temporaryFolder();
  readonly env = plainEnvironment(this.#folder.path);
  readonly #undo = undoAtExit(() => this.end());

  /** Returns the text that `agent-hook add` or `config` writes into Claude Code's settings, for a call of a tool. */
  install(...args: readonly string[]): string {
    const folder = join(this.env.HOME, ".claude");
    mkdirSync(folder, { recursive: true });
    execFileSync(process.execPath, [AGENT_HOOK, ...args], { env: this.env, cwd: this.env.HOME, stdio: "pipe" });
    const { hooks } = JSON.parse(readFileSync(join(folder, "settings.json"), "utf8"));
    return hooks[EVENT].at(-1).hooks[0].command;
  }

  /** The ids of the processes of guards that stay to answer the next calls. */
  processes(): readonly number[] {
    return this.#keys().map((key) => Number(readFileSync(key, "utf8").split(" ")[1]));
  }

  /** Ends these processes, and leaves what they leave when they end because they are idle. */
  end(): void {
    for (const pid of this.processes()) {
      if (isRunning(pid)) process.kill(pid, "SIGKILL");
    }
    for (const key of this.#keys()) rmSync(key);
  }

  remove(): void {
    this.#undo();
    this.#folder.remove();
  }

  #keys(): readonly string[] {
    const folder = join(this.env.HOME, ".local/state/agent-hook/residents");
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .filter((name) => name.endsWith(".key"))
      .map((name) => join(folder, name));
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
