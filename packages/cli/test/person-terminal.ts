import { type IPty, spawn } from "@lydell/node-pty";
import { file } from "./run-command.js";

export const BIN = file("packages/cli/bin/agent-hook.js");

/** A terminal of a person, with a shell that runs `agent-hook`. */
export class PersonTerminal {
  screen = "";
  /** Resolves to the exit code. */
  readonly ended: Promise<number>;
  readonly #shell: IPty;
  readonly #listeners = new Set<(screen: string) => void>();

  constructor(args: readonly string[], env: Readonly<Record<string, string>>, cwd?: string) {
    const shell = `bash -c 'exec "$0" "$@"' "$0" "$@"; exit $?`;
    const options = { cols: 200, rows: 50, env, ...(cwd === undefined ? {} : { cwd }) };
    this.#shell = spawn("/bin/bash", ["-c", shell, process.execPath, BIN, ...args], options);
    this.#shell.onData((data) => {
      this.screen += data;
      for (const listener of this.#listeners) listener(this.screen);
    });
    this.ended = new Promise((resolve) => this.#shell.onExit(({ exitCode }) => resolve(exitCode)));
  }

  type(text: string): void {
    this.#shell.write(text);
  }

  /** Calls a function with the whole text of the screen whenever it changes. */
  onScreen(listener: (screen: string) => void): void {
    this.#listeners.add(listener);
  }

  /** Resolves to the match once the screen shows it. Rejects if the command ends before. */
  async shows(pattern: RegExp): Promise<RegExpExecArray> {
    const shown = new Promise<RegExpExecArray>((resolve) => {
      const look = () => {
        const match = pattern.exec(this.screen);
        if (match !== null) resolve(match);
      };
      look();
      this.onScreen(look);
    });
    const ended = this.ended.then((code) => Promise.reject(new Error(`it ended with ${code}:\n${this.screen}`)));
    return Promise.race([shown, ended]);
  }

  /** Presses Ctrl-C. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.type("\u0003");
    await this.ended;
  }
}
