import { execFileSync } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const { O_RDONLY, O_WRONLY, O_NONBLOCK } = constants;

/** The descriptors of a pipe: the end that the hook gets, where reads and writes block, and ours, where they never do. */
export interface Pipe {
  readonly hook: number;
  readonly ours: number;
}

export interface Pipes {
  readonly stdin: Pipe;
  readonly stdout: Pipe;
  /** For a hook that a launcher starts: such a hook does not answer on stdout. */
  readonly answer?: Pipe;
}

/**
 * Creates pipes like those that hosts give to hooks. Node would create sockets, which a hook can detect: `/dev/stdin` cannot
 * be opened, and a host that stops reading is another error. Returns `undefined` if the pipes cannot be created: the program
 * `mkfifo` or a folder for temporary files is missing.
 */
export function makePipes(forAnswer: boolean): Pipes | undefined {
  let folder = "";
  try {
    folder = mkdtempSync(join(tmpdir(), "agent-hook-trace-"));
    const [stdin, stdout, answer] = [join(folder, "stdin"), join(folder, "stdout"), join(folder, "answer")];
    execFileSync("mkfifo", ["-m", "600", stdin, stdout, answer], {
      // The system's folders first: the PATH may include the project's folder.
      env: { ...process.env, PATH: `/usr/bin:/bin:${process.env.PATH ?? "/usr/bin"}` },
      stdio: "ignore",
    });
    return { stdin: toHook(stdin), stdout: fromHook(stdout), ...(forAnswer && { answer: fromHook(answer) }) };
  } catch {
    return undefined;
  } finally {
    if (folder !== "") rmSync(folder, { recursive: true, force: true });
  }
}

function toHook(path: string): Pipe {
  // Opening one end of a pipe blocks until the other end is open. This descriptor opens both ends at once.
  const bothEnds = openSync(path, "r+");
  const pipe = { hook: openSync(path, O_RDONLY), ours: openSync(path, O_WRONLY | O_NONBLOCK) };
  closeSync(bothEnds);
  return pipe;
}

function fromHook(path: string): Pipe {
  const ours = openSync(path, O_RDONLY | O_NONBLOCK);
  return { ours, hook: openSync(path, O_WRONLY) };
}
