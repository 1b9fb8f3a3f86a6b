import { STAYS_SECONDS } from "./faults.js";

/** Quotes a text as one shell word. */
export const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** Scripts that an author writes around a guard. `$GUARD` stands for the guard's command, with each word quoted. */
export const WRAPPERS: Readonly<Record<string, string>> = {
  plain: '$GUARD "$@"',
  exec: 'exec $GUARD "$@"',
  "a function": 'run() { $GUARD "$@"; }\nrun "$@"',
  "a child stays": `/bin/sleep ${STAYS_SECONDS} &\n$GUARD "$@"`,
  "a child stays, then exec": `/bin/sleep ${STAYS_SECONDS} &\nexec $GUARD "$@"`,
  "a grandchild stays": `(/bin/sleep ${STAYS_SECONDS} &)\n$GUARD "$@"`,
  "another session stays": `setsid /bin/sleep ${STAYS_SECONDS} &\n$GUARD "$@"`,
  "prints a line": 'echo "starting the guard"\n$GUARD "$@"',
  "prints half a line": 'printf "starting"\n$GUARD "$@"',
  "prints end marks": 'for id in $PPID $$; do echo "agent-hook $id exit 0"; done\n$GUARD "$@"',
  "hides how it ended": '$GUARD "$@" || true',
  "always exits with 0": '$GUARD "$@"\nexit 0',
  "kills its group at the end": `trap 'kill 0' EXIT\n$GUARD "$@"`,
  "ignores signals": `trap '' TERM INT HUP PIPE\n$GUARD "$@"`,
  "in a pipe": '$GUARD "$@" | cat',
  "asks twice": 'input=$(cat)\nprintf %s "$input" | $GUARD "$@"\nprintf %s "$input" | $GUARD "$@"',
  "with its own group": 'set -m\n$GUARD "$@"',
};
