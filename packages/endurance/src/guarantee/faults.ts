import { DECISIONS, FLOODS, PATCHES, PRINTERS, TEXTS, THROWN } from "../../hooks/guarantee/names.mjs";
import type { Random } from "../random.js";
import type { Fault, Moment } from "./case.js";

/** How long a leftover child lives. Longer than any host in these tests waits. */
export const STAYS_SECONDS = 60;
/** The deadline of a handler that never settles. */
export const SHORT_DEADLINE_MS = 250;

/** A fault from `hooks/guarantee`: when it can strike and which parameters it draws. */
export interface FaultKind {
  readonly name: string;
  readonly at: readonly Moment[];
  draw?(random: Random, kind: "one-shot" | "persistent"): Readonly<Record<string, string | number | boolean>>;
  /** What happens to the process. A guard with the policy `continue` denies nothing once its process is gone. */
  readonly process?: "hangs" | "ends";
  /** The handler may exceed its deadline. */
  readonly waits?: true;
  /** The fault decides instead of the guard, so no later fault strikes. */
  readonly decides?: true;
}

const ANY: readonly Moment[] = ["first", "load", "start", "asked", "later"];
const ASKED: readonly Moment[] = ["asked"];

const throwing = ["throws", "rejects", "rejects later", "throws outside of its call"].map(
  (name): FaultKind => ({
    name,
    at: ASKED,
    draw: (random) => ({ value: random.pick(THROWN) }),
    ...(name === "throws outside of its call" ? {} : { decides: true }),
  }),
);

const CODES = [0, 1, 2, 13, 14];
const SIGNALS = ["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP", "SIGSEGV", "SIGABRT", "SIGPIPE", "SIGUSR2", "SIGALRM"];
const code = (random: Random) => ({ code: random.pick(CODES) });
const ends = (name: string, at: readonly Moment[], draw?: FaultKind["draw"]): FaultKind => ({
  name,
  at,
  process: "ends",
  decides: true,
  ...(draw ? { draw } : {}),
});
const ending: readonly FaultKind[] = [
  ends("exits", ["first", "load", "start", "asked", "later"], code),
  ends("exits without its handlers", ["asked", "later"], code),
  ends("exits after a turn", ASKED, code),
  ends("aborts", ["load", "asked", "later"]),
  ends("kills itself", ["load", "asked", "later"], (random) => ({ signal: random.pick(SIGNALS) })),
  ends("kills its process group", ASKED),
  ends("ends its input", ASKED),
  ends("closes a descriptor", ["load", "asked", "later"], (random) => ({ descriptor: random.below(8) })),
];

const hangs = (name: string): FaultKind => ({ name, at: ASKED, process: "hangs", decides: true });
const hanging: readonly FaultKind[] = [
  { name: "never settles", at: ASKED, waits: true, decides: true },
  hangs("loops for ever"),
  hangs("loops in microtasks"),
  hangs("waits for ever"),
  hangs("stops itself"),
  hangs("stops its process group"),
  { ...hangs("signals its parent"), draw: (random) => ({ signal: random.pick(["SIGSTOP", "SIGKILL", "SIGTERM"]) }) },
  { ...hangs("waits for a child"), draw: () => ({ seconds: STAYS_SECONDS }) },
  hangs("waits for a stopped child"),
];

const leaves = (name: string): FaultKind => ({
  name,
  at: ANY,
  draw: (random) => ({ seconds: STAYS_SECONDS, detached: random.below(2) === 0, every: random.below(2) === 0 }),
});
const leaving: readonly FaultKind[] = [
  leaves("leaves a child"),
  leaves("leaves a grandchild"),
  leaves("leaves a session"),
  { name: "leaves a thread", at: ["first", "load", "start", "asked"] },
  { name: "leaves a thread that waits", at: ["first", "load", "start", "asked"] },
];

/** Draws the pipe of the answers or another pipe that the host reads. */
const pipe = (random: Random, kind: "one-shot" | "persistent") => ({
  descriptor: kind === "one-shot" ? random.pick([3, 3, 2]) : random.pick([1, 2]),
});
const pipes: readonly FaultKind[] = [
  {
    name: "floods a pipe",
    at: ANY,
    draw: (random, kind) => ({ ...pipe(random, kind), flood: random.pick(FLOODS) }),
  },
  { name: "fills a pipe that does not wait", at: ["asked", "later"], draw: pipe },
  { name: "reads a pipe", at: ["asked", "later"], draw: pipe },
];

/** Texts that a host of this kind could mistake for an answer. They are drawn most often. */
const FORGED = {
  "one-shot": ["approval", "approval and dot", "dot", "end marks", "approval, dot and end marks"],
  persistent: ["results", "results without a newline"],
};
const prints: FaultKind = {
  name: "prints",
  at: ANY,
  draw: (random, kind) => ({
    by: random.pick(PRINTERS),
    text: random.pick(random.below(4) === 0 ? TEXTS : FORGED[kind]),
    descriptor: random.pick([1, 1, 1, 2, 3]),
    waits: random.below(2) === 0,
  }),
};

const WRITERS = PRINTERS.filter((by) => /write|socket|stream|file|child|thread/i.test(by));
/** Writes a complete answer to the descriptor for answers. A later fault must invalidate that answer. */
const forges: FaultKind = {
  name: "prints",
  at: ASKED,
  draw: (random, kind) => ({
    by: random.pick(WRITERS),
    text: random.pick(kind === "one-shot" ? ["approval and dot", "approval, dot and end marks"] : ["results"]),
    descriptor: kind === "one-shot" ? 3 : 1,
    waits: true,
  }),
};

/** Patches of globals that the SDK uses to distinguish decisions from failures. They are drawn more often. */
const DISTINGUISHING = PATCHES.filter((what) => /^hasInstance|^Array|^every object/.test(what));
const patches: FaultKind = {
  name: "patches",
  at: ANY,
  draw: (random) => ({ what: random.pick(random.below(2) === 0 ? DISTINGUISHING : PATCHES) }),
};

const deciding: readonly FaultKind[] = [
  {
    name: "decides",
    at: ASKED,
    decides: true,
    draw: (random) => ({ what: random.pick(DECISIONS), reads: random.below(12) }),
  },
  {
    name: "denies late",
    at: ASKED,
    decides: true,
    waits: true,
    draw: (random) => ({ lateMs: random.below(2 * SHORT_DEADLINE_MS) }),
  },
  {
    name: "approves after its deadline",
    at: ASKED,
    decides: true,
    waits: true,
    draw: () => ({ lateMs: 3 * SHORT_DEADLINE_MS }),
  },
  { name: "changes its mind", at: ASKED },
  { name: "changes the call", at: ASKED },
  { name: "changes the call later", at: ASKED },
];

/** Faults by category. Each category is equally likely. */
export const CATEGORIES: readonly (readonly FaultKind[])[] = [
  throwing,
  ending,
  hanging,
  leaving,
  pipes,
  [prints],
  [forges],
  [patches],
  deciding,
];

const KINDS = new Map(CATEGORIES.flat().map((kind) => [kind.name, kind]));

export function kindOf({ name }: Fault): FaultKind {
  const kind = KINDS.get(name);
  if (kind === undefined) throw new Error(`no fault "${name}"`);
  return kind;
}
