// Runs programs for Windows under Wine, which Debian has.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const INSTALL_WINE =
  "apt-get install --no-install-recommends wine64 binutils-mingw-w64-x86-64 (Wine, and the linker for one library that it lacks)";
const PLACES = ["/usr/lib/wine/wine64", "/usr/bin/wine64", "/usr/bin/wine"];
const LINKER = "/usr/bin/x86_64-w64-mingw32-ld";
const ASSEMBLER = "/usr/bin/x86_64-w64-mingw32-as";

export interface Wine {
  /** Starts a program and prints its output when it has ended. Returns its exit code. */
  run(command: readonly string[], options: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv }): Promise<number>;
}

/** Prepares Wine's folder, which holds its drive C:. Returns `undefined` if Wine or the linker is not installed. */
export async function openWine(folder: string): Promise<Wine | undefined> {
  const program = PLACES.find((path) => existsSync(path));
  if (program === undefined || !existsSync(LINKER) || !existsSync(ASSEMBLER)) return undefined;
  const prefix = join(folder, "prefix");
  const wine: Wine = {
    run: (command, { cwd, env = {} }) =>
      run([program, ...command], cwd, {
        ...process.env,
        // Wine needs a UTF-8 locale for names of files that are not ASCII.
        LC_ALL: "C.UTF-8",
        WINEPREFIX: prefix,
        WINEDEBUG: "-all",
        // .NET and a browser, which Wine would offer to download.
        WINEDLLOVERRIDES: "mscoree,mshtml=",
        ...env,
      }),
  };
  const library = join(prefix, "drive_c", "windows", "system32", "bcryptprimitives.dll");
  if (existsSync(library)) return wine;
  mkdirSync(folder, { recursive: true });
  await wine.run(["wineboot", "-i"], { cwd: folder });
  // Without 32-bit programs, Wine does not finish its first start, and reports a version that Node does not accept.
  await wine.run(["winecfg", "-v", "win10"], { cwd: folder });
  writeRandomNumbers(folder, library);
  return wine;
}

/**
 * Wine needs the page at 0x7ffe0000. Linux places the heap of a process at a random address: once in some thousands of
 * starts it covers that page, and the program does not start. Docker's default profile does not allow fixed addresses.
 */
function withFixedAddresses(command: readonly string[]): readonly string[] {
  const allowed = spawnSync("setarch", ["-R", "true"]).status === 0;
  return allowed ? ["setarch", "-R", ...command] : command;
}

/** Node's stdin, stdout and stderr under Wine cannot be pipes or sockets of Linux. */
async function run(command: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<number> {
  const [program = "", ...args] = withFixedAddresses(command);
  const output = join(env.WINEPREFIX ?? "", "..", "output.txt");
  const descriptor = openSync(output, "w");
  const child = spawn(program, args, { cwd, env, stdio: ["ignore", descriptor, descriptor] });
  const [code] = await once(child, "exit");
  closeSync(descriptor);
  process.stdout.write(readFileSync(output));
  return code ?? 1;
}

/** Wine 8 lacks this library. Programs in Rust, such as the bundler in vitest, get random numbers from it. */
function writeRandomNumbers(folder: string, library: string): void {
  const [source, object, exports] = ["empty.s", "empty.o", "random.def"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(source, "");
  writeFileSync(exports, "LIBRARY bcryptprimitives\nEXPORTS\nProcessPrng = advapi32.SystemFunction036\n");
  execFileSync(ASSEMBLER, ["-o", object, source]);
  execFileSync(LINKER, ["-shared", "-o", library, object, exports]);
}
