/** What a hook can do instead of a whole answer, as `one-shot.mjs` names it. Each launcher must deny. */
export const FAULTS = [
  "a throw",
  "process.exit(0) at once",
  "kill -9",
  "kill -9 in the middle of the answer",
  "an answer without the key",
  "an answer that is shorter than it says",
  "an answer with NUL bytes",
  "an answer and exit 1",
  "an answer that is not JSON",
  "two answers",
  "exit 14",
];
