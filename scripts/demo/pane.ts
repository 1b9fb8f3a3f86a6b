import { setTimeout as wait } from "node:timers/promises";
import { type IPty, spawn } from "@lydell/node-pty";
import xterm, { type Terminal } from "@xterm/headless";
import { type Line, readLines, textOf } from "./screen.js";

const KEY_MS = 55;
const POLL_MS = 50;
/** For programs that hang. */
const LIMIT_MS = 120_000;

export interface PaneOptions {
  readonly columns: number;
  readonly rows: number;
  /** The picture shows only these first rows. */
  readonly visibleRows: number;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A terminal with a real shell. */
export class Pane {
  readonly #visibleRows: number;
  readonly #terminal: Terminal;
  readonly #shell: IPty;

  constructor({ columns: cols, rows, visibleRows, cwd, env }: PaneOptions) {
    this.#visibleRows = visibleRows;
    this.#terminal = new xterm.Terminal({ cols, rows, allowProposedApi: true });
    this.#shell = spawn("/bin/bash", ["--norc", "--noprofile"], { cols, rows, cwd, env });
    this.#shell.onData((data) => this.#terminal.write(data));
    // Programs ask the terminal about itself.
    this.#terminal.onData((data) => this.#shell.write(data));
  }

  lines(): Line[] {
    return readLines(this.#terminal, this.#visibleRows);
  }

  text(): string {
    return this.lines().map(textOf).join("\n");
  }

  /** Types a command and presses Enter. */
  async type(command: string): Promise<void> {
    for (const key of command) {
      this.#shell.write(key);
      await wait(KEY_MS);
    }
    await wait(5 * KEY_MS);
    this.#shell.write("\r");
  }

  async waitFor(text: string): Promise<void> {
    await waitUntil(() => this.text().includes(text), `${JSON.stringify(text)} on the screen:\n${this.text()}`);
  }

  end(): void {
    this.#shell.kill("SIGKILL");
  }
}

export async function waitUntil(isTrue: () => boolean, what: string): Promise<void> {
  const end = performance.now() + LIMIT_MS;
  while (!isTrue()) {
    if (performance.now() > end) throw new Error(`expected within ${LIMIT_MS / 1000} s: ${what}`);
    await wait(POLL_MS);
  }
}
