import childProcess from "node:child_process";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { Socket } from "node:net";
import { Writable } from "node:stream";

/** The way to the host, after stdout was taken from everybody else. */
export interface Output {
  write(text: string): void;
  /** Settles when all that was written is out. */
  flushed(): Promise<void>;
  /** Called when the host no longer reads. */
  onBroken(listener: () => void): void;
}

const STDOUT = 1;

/**
 * Takes stdout for the protocol: from here on whatever else is printed goes to stderr. A pipe is kept under a
 * descriptor of its own and 1 becomes a copy of stderr, so not even a raw write or a child's print reaches the host. A
 * socket (a host written in Node) cannot be moved: see `shareStdout`.
 */
export function takeStdout(): Output {
  // bigint: on Node 20 a plain fstat of a pipe leaves a value behind that makes `realpath`, and so `import`, go wrong.
  return fs.fstatSync(STDOUT, { bigint: true }).isFIFO() ? movePipe() : shareStdout();
}

function movePipe(): Output {
  const pipe = fs.openSync("/dev/fd/1", fs.constants.O_WRONLY);
  // What was printed before may have left half a line.
  const dirty = process.stdout.bytesWritten > 0;
  redirectWrites();
  fs.closeSync(STDOUT);
  // The lowest free descriptor is 1 again.
  openStderrAgain();
  const socket = new Socket({ fd: pipe, readable: false, writable: true });
  if (dirty) socket.write("\n");
  return outputOf(socket, () => "");
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
  let dirty = stdout.bytesWritten > 0;
  const writeThrough = redirectWrites();
  redirectRawWrites();
  watchChildren(() => {
    dirty = true;
  });
  const stream = new Writable({ decodeStrings: false, write: writeThrough });
  stdout.on("error", (error) => stream.destroy(error));
  return outputOf(stream, () => (dirty ? "\n" : ""));
}

function outputOf(stream: Writable, prefix: () => string): Output {
  let unwritten = 0;
  let broken = false;
  let whenFlushed: (() => void)[] = [];
  let whenBroken = () => {};
  const settle = () => {
    for (const done of whenFlushed) done();
    whenFlushed = [];
  };
  stream.on("error", () => {
    broken = true;
    settle();
    whenBroken();
  });
  return {
    write(text) {
      if (broken) return;
      unwritten++;
      stream.write(prefix() + text, () => {
        if (--unwritten === 0) settle();
      });
    },
    flushed: () =>
      unwritten === 0 || broken ? Promise.resolve() : new Promise((resolve) => whenFlushed.push(resolve)),
    onBroken(listener) {
      whenBroken = listener;
      if (broken) listener();
    },
  };
}

type WriteChunk = (chunk: string | Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void) => void;

/**
 * `console` and everything that writes to `process.stdout` end up in its `_write`, even a `write` that was bound and
 * kept before. Returns the way that is closed by this.
 */
function redirectWrites(): WriteChunk {
  const { stdout, stderr } = process;
  const inner = stdout as unknown as { _write: WriteChunk; _writev: unknown; end: unknown };
  const writeThrough = inner._write.bind(stdout);
  inner._write = (chunk, encoding, done) => {
    stderr.write(chunk, encoding);
    done();
  };
  inner._writev = null;
  // An `end` would shut the socket down.
  inner.end = (chunk?: unknown) => {
    if (typeof chunk === "string" || chunk instanceof Uint8Array) stderr.write(chunk);
    return stdout;
  };
  return writeThrough;
}

/** Some loggers write to descriptor 1 by itself. */
function redirectRawWrites(): void {
  const away = (descriptor: unknown) => (descriptor === STDOUT ? process.stderr.fd : descriptor);
  for (const name of ["write", "writeSync", "writev", "writevSync", "writeFileSync", "appendFileSync"] as const) {
    const original = fs[name] as (...args: unknown[]) => unknown;
    (fs as Record<string, unknown>)[name] = Object.assign(
      (descriptor: unknown, ...rest: unknown[]) => original(away(descriptor), ...rest),
      original,
    );
  }
  syncBuiltinESMExports();
}

function watchChildren(started: () => void): void {
  const { ChildProcess } = childProcess;
  const prototype = ChildProcess.prototype as unknown as { spawn(options: unknown): unknown };
  const { spawn } = prototype;
  prototype.spawn = function (this: unknown, options) {
    started();
    return spawn.call(this, options);
  };
  for (const name of ["spawnSync", "execSync", "execFileSync"] as const) {
    const original = childProcess[name] as (...args: unknown[]) => unknown;
    (childProcess as Record<string, unknown>)[name] = (...args: unknown[]) => {
      started();
      return original(...args);
    };
  }
  syncBuiltinESMExports();
}
