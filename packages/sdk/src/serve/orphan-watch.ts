import type { Socket } from "node:net";

const SHELL = "/bin/bash";

/**
 * Looks at the hook's ancestors every 5 s. When one of them has gone, or a signal came to the process group, it asks the
 * hook for a sign of life, and kills it when there is none within 20 s. Ends with the hook, by the end of its stdin. All
 * of it is built into bash, so nothing else is started. Another `sh` may have no `read -t`.
 */
const SCRIPT = `
hook=$1 known=$2 told=

ancestors() {
  found= pid=$hook
  while [ "$pid" -gt 1 ]; do
    status=
    IFS= read -r -d '' status <"/proc/$pid/stat"
    [ -n "$status" ] || return
    # The name of a program, in parentheses, may hold anything.
    set -- \${status##*) }
    pid=$2 found="$found $pid"
  done
}

trap told=1 HUP INT TERM
while read -r -t 5; [ $? -gt 128 ]; do
  ancestors
  [ -n "$told" ] || [ "$found" != "$known" ] || continue
  trap '' HUP INT TERM
  echo
  read -r -t 20
  case $? in
    0) known=$found told= ;;
    1) exit ;;
    *) kill -KILL "$hook" ;;
  esac
  trap told=1 HUP INT TERM
done
`;

/**
 * Ends this process when its host is gone and its main thread stands still. A handler in an endless loop reads neither the
 * end of stdin nor SIGTERM. On Linux, with bash: a worker thread could do it too, but takes 10 to 18 MB.
 */
export function watchForOrphaning(): void {
  if (process.platform !== "linux") return;
  try {
    // Not imported: a process that answers one call does not need it.
    const { spawn } = process.getBuiltinModule("child_process");
    // As of now: bash takes a while to start, and a host that is killed meanwhile would not be missed.
    const args = ["-c", SCRIPT, "agent-hook-watch", String(process.pid), ancestorsOf(process.pid)];
    const watch = spawn(SHELL, args, { cwd: "/", env: {}, stdio: ["pipe", "pipe", "ignore"] });
    const { stdin, stdout } = watch;
    for (const part of [watch, stdin, stdout]) part.on("error", () => {});
    stdout.on("data", () => stdin.write("\n"));
    watch.unref();
    for (const stream of [stdin, stdout]) (stream as unknown as Socket).unref();
  } catch {
    // Node's permission model forbids child processes, or the system has no more of them.
  }
}

/** As `ancestors` of the script writes them. */
function ancestorsOf(start: number): string {
  const { readFileSync } = process.getBuiltinModule("fs");
  let found = "";
  for (let pid = String(start); Number(pid) > 1; found += ` ${pid}`) {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    pid = stat.slice(stat.lastIndexOf(") ") + 2).split(" ")[1] as string;
  }
  return found;
}
