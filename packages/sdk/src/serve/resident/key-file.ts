import { randomBytes } from "node:crypto";
import { chmodSync, lstatSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { statOf } from "../../runtime/process-stat.js";
import { livingResidents, removeDead, textOf } from "./residents-folder.js";

/** Of each user. Each needs about 60 MB. */
const MAX_RESIDENTS = 4;
/** A longer path of a socket does not fit into the system's structure. */
const MAX_SOCKET_PATH = 107;

interface KeyFileSetup {
  /** Where the launcher has the lock for the start of this process, without its ending. */
  readonly lock: string;
  /** The names of the files by which ask.pl finds this process. */
  readonly names: { readonly rule: string; readonly key: string };
  /** Which variables of the environment are a part of its name. */
  readonly rule: string;
}

/**
 * The file by which the launcher finds this process: a line with a proof that only this process and its user know, the
 * process id, and when the process started, as the system counts it. The time of the file is that of the last call.
 */
export class KeyFile {
  readonly proof = randomBytes(16).toString("hex");
  readonly folder: string;
  readonly socketPath: string;
  readonly #path: string;
  readonly #line = `${this.proof} ${process.pid} ${statOf(process.pid)?.startedAt}\n`;

  constructor(private readonly setup: KeyFileSetup) {
    this.folder = dirname(setup.lock);
    this.#path = join(this.folder, `${setup.names.key}.key`);
    this.socketPath = join(this.folder, `${setup.names.key}.${process.pid}`);
  }

  /** Removes what processes left that are gone. Returns why this process must not stay, or `undefined`. */
  problem(): string | undefined {
    const { uid, mode } = lstatSync(this.folder);
    if (uid !== process.getuid?.() || (mode & 0o077) !== 0) return `${this.folder} is not only this user's`;
    if (Buffer.byteLength(this.socketPath) > MAX_SOCKET_PATH) return `${this.socketPath} is too long for a socket`;
    removeDead(this.folder);
    return undefined;
  }

  /** Makes this process the one that the launcher asks. Ends the least recently used ones of too many. */
  write(): void {
    chmodSync(this.socketPath, 0o600);
    const { names, rule, lock } = this.setup;
    this.#replace(this.#path, this.#line);
    // Last: whoever knows the rule finds the process.
    this.#replace(join(this.folder, `${names.rule}.variables`), rule);
    rmSync(`${lock}.lock`, { force: true });
    const others = livingResidents(this.folder).filter(({ path }) => path !== this.#path);
    for (const { path, pid } of others.slice(MAX_RESIDENTS - 1)) endOther(path, pid);
  }

  /** Returns whether the launcher still asks this process. */
  isOwn(): boolean {
    return `${textOf(this.#path)}\n` === this.#line;
  }

  /** Tells the others that this process was used now. */
  touch(): void {
    const now = new Date();
    if (this.isOwn()) utimesSync(this.#path, now, now);
  }

  remove(): void {
    if (this.isOwn()) rmSync(this.#path, { force: true });
    rmSync(this.socketPath, { force: true });
  }

  #replace(path: string, text: string): void {
    const draft = `${this.socketPath}.new`;
    writeFileSync(draft, text, { mode: 0o600 });
    renameSync(draft, path);
  }
}

/** The signal lets a call end that still runs. For a minute, the launcher starts none in its place: see ask.pl. */
function endOther(path: string, pid: number): void {
  writeFileSync(path.replace(/key$/, "full"), "", { mode: 0o600 });
  rmSync(path, { force: true });
  try {
    process.kill(pid, "SIGUSR2");
  } catch {
    // It has just ended.
  }
}
