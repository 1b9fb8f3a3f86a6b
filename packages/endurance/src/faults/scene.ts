import { execFileSync } from "node:child_process";
import {
  closeSync,
  constants,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder in which a hook runs, with files that show what the hook did. */
export class Scene {
  readonly folder = mkdtempSync(join(tmpdir(), "agent-hook-endurance-"));
  readonly #lifeline: number;
  #gate: number | undefined;

  constructor() {
    execFileSync("mkfifo", [this.#path("lifeline"), this.#path("gate")]);
    this.#lifeline = openSync(this.#path("lifeline"), constants.O_RDONLY | constants.O_NONBLOCK);
  }

  /** Returns a command for a shell that, like all its descendants, keeps the named pipe `lifeline` open. */
  shell(command: string): string[] {
    return ["/bin/sh", "-c", `exec 9>'${this.#path("lifeline")}'; ${command}`];
  }

  /** Creates the file that shows that a tool ran. */
  mark(name: string): void {
    writeFileSync(this.#path(name), "");
  }

  has(name: string): boolean {
    return existsSync(this.#path(name));
  }

  marks(prefix: string): string[] {
    return readdirSync(this.folder).filter((name) => name.startsWith(prefix));
  }

  /** Writes the line that a shell waits for at the named pipe `gate`. */
  openGate(): void {
    this.#gate ??= openSync(this.#path("gate"), constants.O_RDWR | constants.O_NONBLOCK);
    writeSync(this.#gate, "\n");
  }

  /** Resolves when no process keeps the named pipe `lifeline` open. */
  async allEnded(): Promise<void> {
    const reader = new Socket({ fd: this.#lifeline, readable: true, writable: false });
    await new Promise((resolve, reject) => reader.once("error", reject).once("end", resolve).resume());
    reader.destroy();
  }

  remove(): void {
    if (this.#gate !== undefined) closeSync(this.#gate);
    rmSync(this.folder, { recursive: true });
  }

  #path(name: string): string {
    return join(this.folder, name);
  }
}
