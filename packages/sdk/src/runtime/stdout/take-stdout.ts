import fs from "node:fs";
import { Socket, type SocketConstructorOpts } from "node:net";
import { Writable } from "node:stream";
import { duplicateSocket, type SocketHandle } from "./duplicate-socket.js";
import { type Output, outputOf } from "./output.js";
import { redirectConsole, redirectRawWrites, redirectWrites, STDOUT, watchChildren } from "./redirects.js";

const { bun, deno } = process.versions;

/** Bun and Deno write what `console` prints to descriptor 1, past `process.stdout`. Neither can duplicate a socket. */
const hasOwnConsole = bun !== undefined || deno !== undefined;

/** Tracks whether `process.stdout` has been accessed, which creates the stream. */
export interface LazyStdout {
  readonly isCreated: boolean;
  /** Called once, at the first access. */
  onCreated(): void;
}

/**
 * Takes stdout for the protocol: from now on, everything else that is printed goes to stderr. The output to the host
 * moves to another descriptor, and descriptor 1 becomes a copy of stderr. Not even raw writes or output of workers and
 * children reach the host. Children that were started earlier still have the old descriptor.
 *
 * Deno does not close descriptor 1 itself, so there the output does not move.
 */
export async function takeStdout(stdout?: LazyStdout): Promise<Output> {
  // Without bigint, fstat of a pipe leaves a value behind on Node 20 that breaks `realpath`, and therefore `import`.
  const stats = fs.fstatSync(STDOUT, { bigint: true });
  if (stats.isFIFO() && deno === undefined) {
    const pipe = openPipeAgain();
    if (pipe !== undefined) return moveStdout({ fd: pipe }, stdout);
  }
  if (stats.isSocket() && !hasOwnConsole) {
    // A host that runs on Node passes a socket as stdout.
    const handle = await duplicateSocket(STDOUT);
    if (handle !== undefined) {
      const output = moveStdout({ handle }, stdout);
      // stderr is a socket too, so descriptor 1 is now /dev/null.
      redirectRawWrites();
      return output;
    }
    process.stderr.write(
      "agent-hook: stdout is a socket that this Node.js cannot redirect: the host receives what the hook's child processes print\n",
    );
  }
  return shareStdout();
}

/**
 * Opens stdout again. Returns `undefined` if the pipe has no reader (without O_NONBLOCK, `open` would wait for one), if
 * it belongs to another user, or without /dev/fd.
 */
function openPipeAgain(): number | undefined {
  try {
    return fs.openSync("/dev/fd/1", fs.constants.O_WRONLY | fs.constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
}

function moveStdout(target: { fd: number } | { handle: SocketHandle }, stdout: LazyStdout | undefined): Output {
  // Earlier output may have left an incomplete line.
  const dirty = stdout?.isCreated !== false && process.stdout.bytesWritten > 0;
  if (stdout?.isCreated === false) stdout.onCreated = redirectWrites;
  else redirectWrites();
  fs.closeSync(STDOUT);
  // The next file that is opened gets the lowest free descriptor, which is 1.
  openStderrAgain();
  const output = outputOf(
    () => new Socket({ ...target, readable: false, writable: true } as SocketConstructorOpts),
    dirty,
    () => "",
  );
  if (dirty) output.write("\n");
  return output;
}

function openStderrAgain(): number {
  const flags = fs.constants.O_WRONLY | fs.constants.O_APPEND;
  try {
    return fs.openSync("/dev/fd/2", flags);
  } catch {
    // stderr is a socket or closed. Output to descriptor 1 is lost, and does not reach the host.
    return fs.openSync("/dev/null", flags);
  }
}

/**
 * For a file, or if stdout cannot move. The output of this process is redirected, but a child that inherited stdout can
 * still write an incomplete line to it. After earlier output, and once a child was started, each answer therefore starts
 * with a newline, which ends such a line. In Bun and Deno, each answer does: not all of their output is noticed.
 */
function shareStdout(): Output {
  const { stdout } = process;
  const dirtyBefore = stdout.bytesWritten > 0;
  let dirty = dirtyBefore || hasOwnConsole;
  if (hasOwnConsole) redirectConsole();
  const writeThrough = redirectWrites();
  redirectRawWrites();
  watchChildren(() => {
    dirty = true;
  });
  const open = () => {
    // Bytes, not text: if stdout is a file, Node writes text to its beginning.
    const stream = new Writable({ write: writeThrough });
    stdout.on("error", (error) => stream.destroy(error));
    return stream;
  };
  return outputOf(open, dirtyBefore, () => (dirty ? "\n" : ""));
}
