import fs from "node:fs";
import { Socket } from "node:net";
import { Writable } from "node:stream";
import { type Output, outputOf } from "./output.js";
import { redirectRawWrites, redirectWrites, STDOUT, watchChildren } from "./redirects.js";

/** `process.stdout`, where it is known whether somebody has asked for it, which makes the stream. */
export interface StdoutToCome {
  readonly isMade: boolean;
  /** Called once, as soon as somebody does. */
  whenMade(): void;
}

/**
 * Takes stdout for the protocol: from here on whatever else is printed goes to stderr. A pipe is kept under a
 * descriptor of its own and 1 becomes a copy of stderr, so not even a raw write or a child's print reaches the host. A
 * socket (a host written in Node) cannot be moved: see `shareStdout`.
 */
export function takeStdout(stdout?: StdoutToCome): Output {
  // bigint: on Node 20 a plain fstat of a pipe leaves a value behind that makes `realpath`, and so `import`, go wrong.
  const pipe = fs.fstatSync(STDOUT, { bigint: true }).isFIFO() ? openPipeAgain() : undefined;
  return pipe === undefined ? shareStdout() : movePipe(pipe, stdout);
}

/** Nothing where nobody reads any more: without O_NONBLOCK, this would wait for a reader. */
function openPipeAgain(): number | undefined {
  try {
    return fs.openSync("/dev/fd/1", fs.constants.O_WRONLY | fs.constants.O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENXIO") return undefined;
    throw error;
  }
}

function movePipe(pipe: number, stdout: StdoutToCome | undefined): Output {
  // What was printed before may have left half a line.
  const dirty = stdout?.isMade !== false && process.stdout.bytesWritten > 0;
  if (stdout?.isMade === false) stdout.whenMade = redirectWrites;
  else redirectWrites();
  fs.closeSync(STDOUT);
  // The lowest free descriptor is 1 again.
  openStderrAgain();
  const output = outputOf(
    () => new Socket({ fd: pipe, readable: false, writable: true }),
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
 * The process's own prints are redirected, but a child that inherited stdout can still leave half a line there. Once
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
