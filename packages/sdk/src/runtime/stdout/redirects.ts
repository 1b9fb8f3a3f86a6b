import fs from "node:fs";

export const STDOUT = 1;

type WriteChunk = (chunk: string | Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void) => void;

/**
 * Redirects `console` and all writes to `process.stdout` to stderr. They all call `_write`, even a `write` that was
 * bound earlier. Returns the original `_write`.
 */
export function redirectWrites(): WriteChunk {
  const { stdout, stderr } = process;
  const inner = stdout as unknown as { _write: WriteChunk; _writev: unknown; end: unknown };
  const writeThrough = inner._write.bind(stdout);
  inner._write = (chunk, encoding, done) => {
    stderr.write(chunk, encoding);
    done();
  };
  inner._writev = null;
  // The original `end` would shut down the socket.
  inner.end = (chunk?: unknown) => {
    if (typeof chunk === "string" || chunk instanceof Uint8Array) stderr.write(chunk);
    return stdout;
  };
  return writeThrough;
}

/** Redirects the methods of a `console` that does not use `process.stdout`. Not those that an author kept earlier. */
export function redirectConsole(): void {
  const { Console } = process.getBuiltinModule("console");
  Object.assign(console, new Console(process.stderr, process.stderr));
}

/** Redirects direct writes to descriptor 1, which some loggers use, to stderr. */
export function redirectRawWrites(): void {
  const redirected = (descriptor: unknown) => (descriptor === STDOUT ? process.stderr.fd : descriptor);
  for (const name of ["write", "writeSync", "writev", "writevSync", "writeFileSync", "appendFileSync"] as const) {
    const original = fs[name] as (...args: unknown[]) => unknown;
    replace(fs, name, (descriptor, ...rest) => original(redirected(descriptor), ...rest));
  }
  process.getBuiltinModule("module").syncBuiltinESMExports();
}

/** Calls `onStart` whenever a child process is started. */
export function watchChildren(onStart: () => void): void {
  // Not imported: with most hosts stdout is a pipe, and this is not needed.
  const childProcess = process.getBuiltinModule("child_process");
  const { ChildProcess } = childProcess;
  const prototype = ChildProcess.prototype as unknown as { spawn(options: unknown): unknown };
  const { spawn } = prototype;
  prototype.spawn = function (this: unknown, options) {
    onStart();
    return spawn.call(this, options);
  };
  for (const name of ["spawnSync", "execSync", "execFileSync"] as const) {
    const original = childProcess[name] as (...args: unknown[]) => unknown;
    replace(childProcess, name, (...args) => {
      onStart();
      return original(...args);
    });
  }
  process.getBuiltinModule("module").syncBuiltinESMExports();
}

/** Replaces a function and keeps its properties, such as those for `util.promisify`. */
function replace(module: object, name: string, replacement: (...args: unknown[]) => unknown): void {
  const functions = module as Record<string, object>;
  functions[name] = Object.defineProperties(replacement, Object.getOwnPropertyDescriptors(functions[name] as object));
}
