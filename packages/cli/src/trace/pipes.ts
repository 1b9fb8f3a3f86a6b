import { execFileSync } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const { O_RDONLY, O_WRONLY, O_NONBLOCK } = constants;

/** The descriptors at both ends of a hook's pipes: the ends that the hook gets, and the ends that `trace` keeps. */
export interface Pipes {
  readonly hook: PipeEnds;
  readonly ours: PipeEnds;
}

interface PipeEnds {
  readonly stdin: number;
  readonly stdout: number;
  /** The pipe for the answer. Set only if a launcher starts the hook: such a hook does not answer on stdout. */
  readonly answer?: number;
}

/**
 * Creates pipes like those that hosts give to hooks. Node would create sockets, which a hook can detect (`/dev/stdin`
 * cannot be opened) and which are slower. Returns `undefined` if the pipes cannot be created: the program `mkfifo` or a
 * folder for temporary files is missing.
 */
export function makePipes(forAnswer: boolean): Pipes | undefined {
  let folder: string | undefined;
  try {
    folder = mkdtempSync(join(tmpdir(), "agent-hook-trace-"));
    const [stdin = "", stdout = "", ...answer] = ["stdin", "stdout", ...(forAnswer ? ["answer"] : [])].map((name) =>
      join(String(folder), name),
    );
    execFileSync("mkfifo", ["-m", "600", stdin, stdout, ...answer], {
      // The system's folders first: the PATH may include the project's folder.
      env: { ...process.env, PATH: `/usr/bin:/bin:${process.env.PATH ?? "/usr/bin"}` },
      stdio: "ignore",
    });
    return open(stdin, stdout, answer[0]);
  } catch {
    return undefined;
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}

/** Opens the pipes. Reads and writes at the hook's ends block, as programs expect. At our ends, they never block. */
function open(stdin: string, stdout: string, answer: string | undefined): Pipes {
  const toHook = openToHook(stdin);
  const fromHook = openFromHook(stdout);
  const answerPipe = answer === undefined ? undefined : openFromHook(answer);
  return {
    hook: { stdin: toHook.hook, stdout: fromHook.hook, ...(answerPipe && { answer: answerPipe.hook }) },
    ours: { stdin: toHook.ours, stdout: fromHook.ours, ...(answerPipe && { answer: answerPipe.ours }) },
  };
}

interface Ends {
  readonly hook: number;
  readonly ours: number;
}

function openToHook(path: string): Ends {
  // Opening one end of a pipe blocks until the other end is open. This descriptor opens both ends at once.
  const bothEnds = openSync(path, "r+");
  const hook = openSync(path, O_RDONLY);
  const ours = openSync(path, O_WRONLY | O_NONBLOCK);
  closeSync(bothEnds);
  return { hook, ours };
}

function openFromHook(path: string): Ends {
  const ours = openSync(path, O_RDONLY | O_NONBLOCK);
  return { ours, hook: openSync(path, O_WRONLY) };
}
