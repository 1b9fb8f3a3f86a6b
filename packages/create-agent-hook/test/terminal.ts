import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import { stripVTControlCharacters } from "node:util";
import { BIN, type Workspace } from "./start-program.js";

/** Python's pty module gives a program a real terminal and relays its input and output. */
const RELAY = "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))";

export const hasPython = spawnSync("python3", ["-c", "import os, pty; os.waitstatus_to_exitcode"]).status === 0;

export const KEYS = { enter: "\r", down: "\x1b[B", ctrlC: "\x03", ctrlD: "\x04" } as const;

/** The program in a terminal, and a user who reads and types. */
export class Terminal {
  readonly ended: Promise<number | null>;
  #output = "";
  /** How far the user has read. */
  #read = 0;
  #woken = () => {};

  private constructor(private readonly child: ChildProcessWithoutNullStreams) {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      this.#output += stripVTControlCharacters(text).replaceAll("\r", "");
      this.#woken();
    });
    this.ended = new Promise((resolve) => child.on("close", resolve));
  }

  static start({ folder, env }: Workspace, args: readonly string[] = [], more: NodeJS.ProcessEnv = {}): Terminal {
    const shell = ["sh", "-c", 'stty cols 200 rows 60; exec "$@"', "sh", process.execPath, BIN, ...args];
    return new Terminal(spawn("python3", ["-c", RELAY, ...shell], { cwd: folder, env: { ...env, ...more } }));
  }

  /** Waits for a text after the read output and returns the output up to it. Throws if the program ends first. */
  async waitFor(text: string): Promise<string> {
    let over = false;
    void this.ended.then(() => {
      over = true;
      this.#woken();
    });
    for (;;) {
      const found = this.#output.indexOf(text, this.#read);
      if (found !== -1) {
        this.#read = found + text.length;
        return this.#output.slice(0, this.#read);
      }
      if (over) throw new Error(`the program ended without ${JSON.stringify(text)}: ${this.#output.slice(this.#read)}`);
      await new Promise<void>((resolve) => {
        this.#woken = resolve;
      });
    }
  }

  type(...keys: readonly string[]): void {
    for (const key of keys) this.child.stdin.write(key);
  }

  /** Waits for the program to end and returns the unread output. */
  async unreadOutput(): Promise<string> {
    await this.ended;
    return this.#output.slice(this.#read);
  }
}
