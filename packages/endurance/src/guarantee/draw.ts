import type { Random } from "../random.js";
import type { Environment, Fault, GuaranteeCase, Start } from "./case.js";
import { drawEnvironment } from "./environments.js";
import { CATEGORIES, kindOf } from "./faults.js";
import { type Form, formsOf, HOST_NAMES, hostNamed, type Kind } from "./hosts.js";
import { limitOf } from "./limits.js";
import { WRAPPERS } from "./wrappers.js";

/** Draws a case that the guarantee covers. */
export function drawCase(random: Random): GuaranteeCase {
  for (;;) {
    const drawn = draw(random);
    if (limitOf(drawn) === undefined) return drawn;
  }
}

function draw(random: Random): GuaranteeCase {
  const host = random.pick(HOST_NAMES);
  const { kind } = hostNamed(host);
  const form = random.pick(formsOf(host));
  const start = drawStart(random, kind);
  const faults = drawFaults(random, form, start, kind);
  return {
    host,
    form,
    onFailure: drawPolicy(random, host, form, faults),
    start,
    faults,
    environment: forHost(drawEnvironment(random), kind),
  };
}

function drawStart(random: Random, kind: Kind): Start {
  if (kind === "civic") return "node";
  const drawn = random.below(20);
  if (drawn < 8) return "node";
  if (drawn < 10) return "js";
  if (drawn < 11) return "ts";
  if (drawn < 12 && kind === "one-shot") return "snapshot";
  return `wrapper: ${random.pick(Object.keys(WRAPPERS))}`;
}

/** Draws up to two faults: two only if the first leaves the decision to the guard, and none if they cannot apply. */
function drawFaults(random: Random, form: Form, start: Start, kind: string): Fault[] {
  const [last, first] = [drawFault(random, kind), drawFault(random, kind)];
  const both = random.below(2) === 0 && kindOf(first).decides !== true ? [first, last] : [last];
  return both.filter((fault) => canApply(fault, form, start, kind));
}

function canApply({ at, name }: Fault, form: Form, start: Start, kind: string): boolean {
  // A Civic class is not called at startup, and its deadline is always the SDK's.
  if (form === "class of Civic" && (at === "start" || name === "approves after its deadline")) return false;
  // A snapshot contains only the code before `serve`.
  if (start === "snapshot") return at === "asked" || at === "later";
  // A persistent host waits for the handshake.
  return kind === "one-shot" || at === "asked" || at === "later" || kindOf({ name, at }).process === undefined;
}

function drawFault(random: Random, kind: string): Fault {
  const { name, at, draw } = random.pick(random.pick(CATEGORIES));
  return { name, at: random.pick(at), ...draw?.(random, kind === "one-shot" ? kind : "persistent") };
}

/** A guard that denies in `approveTool` denies under both policies; under Civic, only while its process works. */
function drawPolicy(random: Random, host: string, form: Form, faults: readonly Fault[]): GuaranteeCase["onFailure"] {
  const { kind } = hostNamed(host);
  const processSurvives = faults.every((fault) => kindOf(fault).process === undefined);
  const approves = form === "approveTool" || form === "own tool";
  const denies = approves && (processSurvives || kind !== "civic");
  return denies && random.below(3) === 0 ? "continue" : "block";
}

/** Resets what does not apply to this kind of host, such as the shell that runs the launcher. */
function forHost(environment: Environment, kind: Kind): Environment {
  if (kind === "one-shot") return environment;
  const { signal, ...rest } = environment;
  const kept = { ...rest, stdin: "payload", cwd: "usual", shell: "own", sh: "usual" } as const;
  if (kind === "civic") return { ...kept, stderr: "read", limit: "", umask: "", path: "usual", plumbing: "socket" };
  const stderr = kept.stderr === "full" ? "read" : kept.stderr;
  return { ...kept, stderr, ...(signal?.to === "hook" ? { signal } : {}) };
}
