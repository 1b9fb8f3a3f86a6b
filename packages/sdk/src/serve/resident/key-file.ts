import { randomBytes } from "node:crypto";
import { chmodSync, lstatSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { statOf } from "../../runtime/process-stat.js";

/** Each needs about 50 MB. The environment may differ with each session of an agent. */
const MAX_RESIDENTS = 32;
/** A longer path of a socket does not fit into the system's structure. */
const MAX_SOCKET_PATH = 107;

/**
 * The file by which the launcher finds this process: a line with a proof that only this process and its user know, the
 * process id, and when the process started, as the system counts it.
 */
export class KeyFile {
  readonly proof = randomBytes(16).toString("hex");
  readonly socketPath: string;
  readonly #line = `${this.proof} ${process.pid} ${statOf(process.pid)?.startedAt}\n`;

  /** `path`: without the ending, from the launcher. */
  constructor(private readonly path: string) {
    this.socketPath = `${path}.${process.pid}`;
  }

  /** Removes what processes left that are gone. Returns why this process must not stay, or `undefined`. */
  problem(): string | undefined {
    const folder = dirname(this.path);
    const { uid, mode } = lstatSync(folder);
    if (uid !== process.getuid?.() || (mode & 0o077) !== 0) return `${folder} is not only this user's`;
    if (Buffer.byteLength(this.socketPath) > MAX_SOCKET_PATH) return `${this.socketPath} is too long for a socket`;
    return removeDead(folder) < MAX_RESIDENTS ? undefined : "there are too many of these processes";
  }

  /** Makes this process the one that the launcher asks. */
  write(): void {
    chmodSync(this.socketPath, 0o600);
    const draft = `${this.socketPath}.new`;
    writeFileSync(draft, this.#line, { mode: 0o600 });
    renameSync(draft, `${this.path}.key`);
    rmSync(`${this.path}.lock`, { force: true });
  }

  /** Returns whether the launcher still asks this process. */
  isOwn(): boolean {
    try {
      return readFileSync(`${this.path}.key`, "latin1") === this.#line;
    } catch {
      return false;
    }
  }

  remove(): void {
    if (this.isOwn()) rmSync(`${this.path}.key`, { force: true });
    rmSync(this.socketPath, { force: true });
  }
}

/** Removes the files of processes that are gone. Returns how many others there are. */
function removeDead(folder: string): number {
  let count = 0;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (name.endsWith(".key")) {
      const [, pid, started] = textOf(path).split(" ");
      if (statOf(Number(pid))?.startedAt === started) count++;
      else rmSync(path, { force: true });
    } else {
      const pid = name.endsWith(".lock") ? textOf(path) : /\.(\d+)(?:\.new)?$/.exec(name)?.[1];
      if (pid !== undefined && statOf(Number(pid)) === undefined) rmSync(path, { force: true });
    }
  }
  return count;
}

/** Another process may remove the file at the same time. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "latin1").trim();
  } catch {
    return "";
  }
}
