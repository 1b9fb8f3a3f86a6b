import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished } from "vitest";
import { launcherCommand, launcherPath } from "../../src/launcher/index.js";
import { shellCall } from "../command-hosts/recordings.js";
import { type Finished, isRunning, type RunOptions, run } from "./run-launcher.js";
import { temporaryFolder } from "./temporary-folder.js";

const HOOK = fileURLToPath(new URL("../hooks/resident.mjs", import.meta.url));
const SDK = new URL("../../dist/index.js", import.meta.url).href;

const REPLACED = "another process has taken the place of the one that the test asks";
/** Of a test of one process, which may be replaced on a busy machine. */
export const RETRY_IF_REPLACED = { retry: { count: 4, condition: new RegExp(REPLACED) } };

/** A process of a hook that stays, as its key file names it. */
export interface Resident {
  readonly pid: number;
  readonly proof: string;
  readonly key: string;
  readonly socket: string;
}

/** What the launcher printed about a call. */
export interface Asked extends Finished {
  /** The process that denied the call, if the hook did. */
  readonly pid: number | undefined;
}

/** A user with a project and a hook in it. Ends what stays when the test ends. */
export class ResidentHome {
  readonly home = temporaryFolder();
  readonly folder = join(this.home, "state/agent-hook/residents");
  readonly project = join(this.home, "project");
  readonly hook = join(this.project, "hooks/hook.mjs");

  constructor() {
    mkdirSync(join(this.project, "hooks"), { recursive: true });
    copyFileSync(HOOK, this.hook);
    this.edit((text) => text.replace("@agent-hook/sdk", SDK));
    onTestFinished(() => {
      for (const { pid } of this.residents()) if (isRunning(pid)) process.kill(pid, "SIGKILL");
    });
  }

  edit(change: (text: string) => string): void {
    writeFileSync(this.hook, change(readFileSync(this.hook, "utf8")));
  }

  /** Makes a call. `shell` is what `/bin/sh` is. */
  async ask(command: string, options: AskOptions = {}): Promise<Asked> {
    const { shell, env = {}, cwd = this.project, mode = "block", host = "claude-code", event = "PreToolUse" } = options;
    const text = launcherCommand({
      ...{ launcher: options.launcher ?? launcherPath(), mode, resident: true, host, event },
      seconds: options.seconds ?? 60,
      command: [process.execPath, this.hook, "--host", options.hostFlag ?? host],
    });
    const { NODE_OPTIONS: _, ...inherited } = process.env;
    const finished = await run(options.before === undefined ? text : `${options.before}; ${text}`, {
      ...(shell === undefined ? {} : { sh: shell, caller: shell }),
      stdin: JSON.stringify(shellCall(host, { command, cmd: command })),
      cwd,
      env: { ...inherited, HOME: this.home, XDG_STATE_HOME: join(this.home, "state"), SESSION: "one", ...env },
      ...options.run,
    });
    const [, pid] = /pid (\d+) version/.exec(finished.stdout.toString()) ?? [];
    return { ...finished, pid: pid === undefined ? undefined : Number(pid) };
  }

  /**
   * Makes a call until this process answers it. On a busy machine, a process may not accept a call within the second that
   * it has. Then another one may have taken its place.
   */
  async askOf(pid: number, command: string, options: AskOptions = {}): Promise<Asked> {
    for (;;) {
      const asked = await this.ask(command, options);
      if (asked.pid === pid) return asked;
      if (!isRunning(pid)) throw new Error(REPLACED);
    }
  }

  /** Makes a call, and waits for the process that it starts for the next calls. */
  async start(options: AskOptions = {}): Promise<Resident> {
    const before = this.residents();
    const { pid } = await this.ask("nothing", options);
    const found = await this.newResident(before);
    expect(pid).not.toBe(found.pid);
    return found;
  }

  /**
   * Waits for a process that is not one of these, and has this key file. No start has its lock any more, so that a test
   * which then kills it leaves no lock.
   */
  async newResident(before: readonly Pick<Resident, "pid">[] = [], named?: string): Promise<Resident> {
    const isNew = ({ pid, key }: Resident) =>
      before.every((other) => other.pid !== pid) &&
      (named === undefined || key === named) &&
      !this.files().some((name) => name.endsWith(".lock"));
    let found: Resident | undefined;
    await expect.poll(() => (found = this.residents().find(isNew)), { timeout: 120_000 }).toBeDefined();
    return found as Resident;
  }

  /** Returns the lines of the decision log. */
  decisions(): Record<string, unknown>[] {
    const lines = readFileSync(join(this.home, "state/agent-hook/decisions/decisions-000001.jsonl"), "utf8").split(
      "\n",
    );
    return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
  }

  residents(): Resident[] {
    return this.files()
      .filter((name) => name.endsWith(".key"))
      .map((name) => {
        const key = join(this.folder, name);
        const [proof = "", pid = ""] = readFileSync(key, "utf8").split(" ");
        return { pid: Number(pid), proof, key, socket: key.replace(/key$/, pid) };
      });
  }

  files(): string[] {
    try {
      return readdirSync(this.folder);
    } catch {
      return [];
    }
  }
}

export interface AskOptions {
  readonly shell?: string | undefined;
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly mode?: "block" | "continue";
  readonly host?: string;
  readonly event?: string;
  readonly hostFlag?: string;
  readonly seconds?: number;
  readonly launcher?: string;
  /** What the host's shell runs before the command. */
  readonly before?: string;
  readonly run?: RunOptions;
}
