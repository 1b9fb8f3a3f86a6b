import fs from "node:fs";
import { Socket, type SocketConstructorOpts } from "node:net";
import { Writable } from "node:stream";
import { duplicateSocket, type SocketHandle } from "./duplicate-socket.js";
import { type Output, outputOf } from "./output.js";
import { redirectRawWrites, redirectWrites, STDOUT, watchChildren } from "./redirects.js";

/** `process.stdout`, where it is known whether somebody has asked for it, which makes the stream. */
export interface StdoutToCome {
  readonly isMade: boolean;
  /** Called once, as soon as somebody does. */
  whenMade(): void;
}

/**
 * Takes stdout for the protocol: from here on whatever else is printed goes to stderr. The way to the host is kept under
 * a descriptor of its own and 1 becomes a copy of stderr, so not even a raw write, a worker's or a child's print reaches
 * the host. What was started before still holds the old descriptor.
 */
export async function takeStdout(stdout?: StdoutToCome): Promise<Output> {
  // bigint: on Node 20 a plain fstat of a pipe leaves a value behind that makes `realpath`, and so `import`, go wrong.
  const stats = fs.fstatSync(STDOUT, { bigint: true });
  if (stats.isFIFO()) {
    const pipe = openPipeAgain();
    if (pipe !== undefined) return moveStdout({ fd: pipe }, stdout);
  }
  if (stats.isSocket()) {
    // A host written in Node gives sockets.
    const handle = await duplicateSocket(STDOUT);
    if (handle !== undefined) {
      const output = moveStdout({ handle }, stdout);
      // stderr is a socket, too, so that descriptor 1 leads nowhere.
      redirectRawWrites();
      return output;
    }
    process.stderr.write(
      "agent-hook: stdout is a socket that this Node cannot move: what children of the hook print to it reaches the host\n",
    );
  }
  return shareStdout();
}

/**
 * `undefined` if nobody reads any more, which without O_NONBLOCK would be waited for, if the pipe is another user's, or if
 * there is no /dev/fd.
 */
function openPipeAgain(): number | undefined {
  try {
    return fs.openSync("/dev/fd/1", fs.constants.O_WRONLY | fs.constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
}

function moveStdout(kept: { fd: number } | { handle: SocketHandle }, stdout: StdoutToCome | undefined): Output {
  // What was printed before may have left half a line.
  const dirty = stdout?.isMade !== false && process.stdout.bytesWritten > 0;
  if (stdout?.isMade === false) stdout.whenMade = redirectWrites;
  else redirectWrites();
  fs.closeSync(STDOUT);
  // The lowest free descriptor is 1 again.
  openStderrAgain();
  const output = outputOf(
    () => new Socket({ ...kept, readable: false, writable: true } as SocketConstructorOpts),
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
    // stderr is a socket or closed: what is printed to descriptor 1 is lost, and does not reach the host either.
    return fs.openSync("/dev/null", flags);
  }
}

/**
 * For a file, and for a Node that cannot duplicate a socket. The process's own prints are redirected, but a child that inherited stdout can still leave half a line there. Once
 * that may have happened an answer begins with a newline, and the half line ends before it.
 */
function shareStdout(): Output {
  const { stdout } = process;
  const dirtyBefore = stdout.bytesWritten > 0;
  let dirty = dirtyBefore;
  const writeThrough = redirectWrites();
  redirectRawWrites();
  watchChildren(() => {
    dirty = true;
  });
  const open = () => {
    // Bytes, not text: where stdout is a file, Node writes text at the beginning of it.
    const stream = new Writable({ write: writeThrough });
    stdout.on("error", (error) => stream.destroy(error));
    return stream;
  };
  return outputOf(open, dirtyBefore, () => (dirty ? "\n" : ""));
}
