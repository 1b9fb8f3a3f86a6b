import type { Socket } from "node:net";

const SHELL = "/bin/bash";

/**
 * A script that checks the hook's ancestors every 5 s. If an ancestor is gone, or the process group receives a signal,
 * the script pings the hook, and kills the hook after 20 s without an answer. The script ends when the hook ends,
 * because its stdin then closes. It uses only bash builtins, so that it starts no other processes. Other shells may lack
 * `read -t`.
 */
const SCRIPT = `
hook=$1 known=$2 signalled=

ancestors() {
  chain= pid=$hook
  while [ "$pid" -gt 1 ]; do
    status=
    IFS= read -r -d '' status <"/proc/$pid/stat"
    [ -n "$status" ] || return
    # The name of a program, in parentheses, may contain anything.
    set -- \${status##*) }
    pid=$2 chain="$chain $pid"
  done
}

trap signalled=1 HUP INT TERM
while read -r -t 5; [ $? -gt 128 ]; do
  ancestors
  [ -n "$signalled" ] || [ "$chain" != "$known" ] || continue
  trap '' HUP INT TERM
  echo
  read -r -t 20
  case $? in
    0) known=$chain signalled= ;;
    1) exit ;;
    *) kill -KILL "$hook" ;;
  esac
  trap signalled=1 HUP INT TERM
done
`;

/**
 * Ends this process if its host is gone and its main thread is blocked: a handler in an endless loop notices neither
 * the end of stdin nor SIGTERM. Works only on Linux with bash. A worker thread would also work, but needs 10 to 18 MB.
 */
export function watchForDeadHost(): void {
  if (process.platform !== "linux") return;
  try {
    // Not imported: one-shot processes do not need it.
    const { spawn } = process.getBuiltinModule("child_process");
    // The ancestors are read now: bash takes a while to start, and would not notice a host that is killed before that.
    const args = ["-c", SCRIPT, "agent-hook-watch", String(process.pid), ancestorsOf(process.pid)];
    const watch = spawn(SHELL, args, { cwd: "/", env: {}, stdio: ["pipe", "pipe", "ignore"] });
    const { stdin, stdout } = watch;
    for (const part of [watch, stdin, stdout]) part.on("error", () => {});
    stdout.on("data", () => stdin.write("\n"));
    watch.unref();
    for (const stream of [stdin, stdout]) (stream as unknown as Socket).unref();
  } catch {
    // Node's permission model forbids child processes, or the system's process limit is reached.
  }
}

/** Returns the ancestors in the format of the script's `ancestors`. */
function ancestorsOf(start: number): string {
  const { readFileSync } = process.getBuiltinModule("fs");
  let ancestors = "";
  for (let pid = String(start); Number(pid) > 1; ancestors += ` ${pid}`) {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    pid = stat.slice(stat.lastIndexOf(") ") + 2).split(" ")[1] as string;
  }
  return ancestors;
}
