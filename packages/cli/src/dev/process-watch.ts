import { spawn } from "node:child_process";
import type { Writable } from "node:stream";

/**
 * Receives the process groups of the hook's versions. If this process is killed, stdin ends: the groups get the time
 * that hosts give a hook to end, and are then killed. A hook in an endless loop does not notice the end of its stdin.
 */
const SCRIPT = `
groups=
trap '' HUP INT TERM
while read -r sign group; do
  case $sign in
  +) groups="$groups $group " ;;
  *) groups="\${groups%%" $group "*}\${groups#*" $group "}" ;;
  esac
done
[ -n "$groups" ] || exit 0
sleep 2
for group in $groups; do kill -KILL "-$group"; done
`;

/** Ends the versions of the hook if this process is killed. */
export class ProcessWatch {
  readonly #stdin: Writable | undefined;

  constructor() {
    // In its own group, because a host may kill the whole group of this process.
    const env = { PATH: "/usr/bin:/bin" };
    const options = {
      cwd: "/",
      env,
      detached: true,
      stdio: ["pipe", "ignore", "ignore"] as ["pipe", "ignore", "ignore"],
    };
    const watch = spawn("/bin/sh", ["-c", SCRIPT, "agent-hook-dev-watch"], options);
    watch.on("error", () => {});
    watch.stdin?.on("error", () => {});
    watch.unref();
    this.#stdin = watch.stdin ?? undefined;
    (this.#stdin as { unref?: () => void } | undefined)?.unref?.();
  }

  add(group: number): void {
    this.#stdin?.write(`+ ${group}\n`);
  }

  remove(group: number): void {
    this.#stdin?.write(`- ${group}\n`);
  }
}
