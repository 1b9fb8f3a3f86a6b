import { execFileSync } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The descriptors at both ends of a hook's stdin and stdout. */
export interface Pipes {
  readonly hook: { readonly stdin: number; readonly stdout: number };
  readonly ours: { readonly stdin: number; readonly stdout: number };
}

/**
 * Pipes as hosts give them to hooks. What Node gives are sockets: a hook can tell them apart (`/dev/stdin` cannot be
 * opened), and they are slower. Nothing where none can be made: without `mkfifo`, or a folder for temporary files.
 */
export function makePipes(): Pipes | undefined {
  let folder: string | undefined;
  try {
    folder = mkdtempSync(join(tmpdir(), "agent-hook-trace-"));
    const [stdin, stdout] = [join(folder, "stdin"), join(folder, "stdout")];
    execFileSync("mkfifo", ["-m", "600", stdin, stdout], { stdio: "ignore" });
    return open(stdin, stdout);
  } catch {
    return undefined;
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}

/** The hook's ends wait, as a program expects of them; ours never do. */
function open(stdin: string, stdout: string): Pipes {
  const { O_RDONLY, O_WRONLY, O_NONBLOCK } = constants;
  // A pipe is opened only when both its ends are there; this one is both.
  const keeper = openSync(stdin, "r+");
  const hookStdin = openSync(stdin, O_RDONLY);
  const ourStdin = openSync(stdin, O_WRONLY | O_NONBLOCK);
  closeSync(keeper);
  const ourStdout = openSync(stdout, O_RDONLY | O_NONBLOCK);
  const hookStdout = openSync(stdout, O_WRONLY);
  return { hook: { stdin: hookStdin, stdout: hookStdout }, ours: { stdin: ourStdin, stdout: ourStdout } };
}
