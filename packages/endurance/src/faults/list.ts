import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Random } from "../random.js";
import type { Fault } from "./fault.js";

/** The host's limit for a call, if the fault leaves calls unanswered. */
const SOON_MS = 400;
const YEAR_MS = 365 * 24 * 3600 * 1000;
/** Rough size of the handshake and the answers of a round. */
const ANSWERS_BYTES = 4000;

const THROWN = [
  "error",
  "nothing",
  "null",
  "text",
  "number",
  "symbol",
  "function",
  "getter traps",
  "proxy",
  "revoked proxy",
  "frozen error",
  "own cause",
];
const thrown = (random: Random) => ({ thrown: random.pick(THROWN) });

/** Returns a shell command that copies this number of bytes to stdout, and leaves the other input to the next reader. */
const copyBytes = (bytes: number) => `dd bs=1 count=${bytes} 2>/dev/null`;

function fault(name: string, draw: Fault["draw"]): Fault {
  return { name, draw };
}

/** One call of the handler throws. The next call works again. */
function throws(what: string): Fault {
  const name = `a handler ${what}`;
  return fault(name, (random) => ({ inHook: { what, ...thrown(random) }, later: "answers" }));
}

const signals: readonly Fault[] = [
  fault("kill -9", () => ({ apply: ({ signal }) => signal("SIGKILL"), later: "denies" })),
  fault("SIGTERM", () => ({ apply: ({ signal }) => signal("SIGTERM") })),
  fault("SIGSTOP, and SIGCONT later", () => ({
    apply: ({ signal, duringCalls }) => {
      signal("SIGSTOP");
      duringCalls(() => signal("SIGCONT"));
    },
    later: "answers",
  })),
  fault("SIGSTOP for ever", () => ({
    apply: ({ signal }) => signal("SIGSTOP"),
    limitMs: SOON_MS,
    later: "denies",
  })),
];

const pipes: readonly Fault[] = [
  fault("stdin ends at some byte", (random) => {
    const bytes = random.below(ANSWERS_BYTES);
    return { shell: (hook) => `${copyBytes(bytes)} | ${hook}` };
  }),
  fault("stdout is closed at some byte", (random) => {
    const bytes = random.below(ANSWERS_BYTES);
    // The shell closes its own stdout and waits. Otherwise the host would not see the end of stdout.
    return { shell: (hook) => `exec 3<&0; { ${hook} <&3 3<&- | ${copyBytes(bytes)}; } & exec 3<&- >&-; wait` };
  }),
  fault("kill -9 at some byte of an answer", (random) => {
    const bytes = random.below(ANSWERS_BYTES);
    return {
      // Does not kill a hook that has ended by itself: another process may have its id by then.
      shell: (hook, folder) =>
        `(${hook}; : >'${folder}/ended') | { ${copyBytes(bytes)}; [ -e '${folder}/ended' ] || kill -9 "$(cat '${folder}/pid')"; }`,
    };
  }),
  fault("nobody reads stderr", (random) => {
    const bytes = random.below(500);
    const gone = random.below(2) === 0;
    return {
      inHook: { what: "floods stderr", megabytes: 1, raw: false },
      shell: (hook) => (gone ? `${hook} 2>&-` : `{ ${hook} 2>&1 >&3 3>&- | ${copyBytes(bytes)} >/dev/null; } 3>&1`),
      later: "answers",
    };
  }),
  fault("a descriptor is closed in the hook", (random) => {
    const inHook = { what: "closes", descriptor: random.below(3) };
    return inHook.descriptor === 2 ? { inHook, later: "answers" } : { inHook, limitMs: SOON_MS };
  }),
  fault("the host does not read for a while", (random) => {
    const bytes = random.below(ANSWERS_BYTES);
    return {
      large: true,
      shell: (hook, folder) =>
        `${hook} | { read -r hello; printf '%s\\n' "$hello"; ${copyBytes(bytes)}; read -r open <'${folder}/gate'; cat; }`,
      apply: ({ openGate, duringCalls }) => duringCalls(openGate),
      moments: ["before", "during"],
      later: "answers",
    };
  }),
];

const handlers: readonly Fault[] = [
  fault("out of memory", () => ({
    inHook: { what: "runs out of memory" },
    nodeOptions: ["--max-old-space-size=32"],
    later: "denies",
  })),
  throws("throws"),
  throws("rejects"),
  throws("rejects later"),
  throws("returns, as its decision, a value that another fault throws"),
  throws("throws outside of its call"),
  throws("returns a decision that throws when it is awaited"),
  fault("process.exit in a handler", (random) => ({
    inHook: { what: random.pick(["exits", "exits later"]), code: random.below(3) },
    later: "denies",
  })),
  fault("process.abort in a handler", () => ({ inHook: { what: "aborts" }, later: "denies" })),
  fault("an endless loop", () => ({ inHook: { what: "loops for ever" }, limitMs: SOON_MS, later: "denies" })),
  fault("a handler never settles", (random) => ({
    inHook: { what: "never settles", deadlineMs: 200 + random.below(300) },
  })),
  fault("a handler answers after the host stopped waiting", (random) => ({
    inHook: { what: "settles late", lateMs: SOON_MS + random.below(SOON_MS) },
    limitMs: SOON_MS,
  })),
  fault("setup fails", (random) => ({
    inHook: {
      what: random.pick(["exits", "throws", "rejects", "aborts"]),
      at: "start",
      code: random.below(3),
      ...thrown(random),
    },
    starts: false,
  })),
];

const surroundings: readonly Fault[] = [
  fault("the wall clock moves", (random) => ({
    inHook: { what: "moves the clock", clockMs: Math.round((random.next() - 0.5) * 2 * YEAR_MS) },
    later: "answers",
  })),
  fault("the wall clock goes back, and a handler never settles", (random) => ({
    inHook: { what: "never settles", deadlineMs: 200 + random.below(300), clockMs: -random.below(YEAR_MS) },
  })),
  fault("a flood of stderr", (random, { megabytes }) => ({
    inHook: { what: "floods stderr", megabytes, raw: random.below(2) === 0 },
    later: "answers",
  })),
  fault("the disk is full for the trace", (random) => {
    const blocks = 1 + random.below(20);
    const device = existsSync("/dev/full") && random.below(2) === 0;
    return {
      env: (folder) => ({ AGENT_HOOK_TRACE: device ? "/dev/full" : join(folder, "trace.jsonl") }),
      shell: (hook) => `ulimit -f ${device ? "unlimited" : blocks}; exec ${hook}`,
      later: "answers",
    };
  }),
];

export const FAULTS: readonly Fault[] = [
  fault("nothing", () => ({ later: "answers" })),
  ...signals,
  ...pipes,
  ...handlers,
  ...surroundings,
];
