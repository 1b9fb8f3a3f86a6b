import { find } from "../../../sdk/test/launcher/find-program.js";
import type { Random } from "../random.js";
import type { Environment, SentSignal } from "./case.js";

export const USUAL: Environment = {
  folder: "plain",
  shell: "own",
  sh: "usual",
  path: "usual",
  stdin: "payload",
  stderr: "read",
  plumbing: "socket",
  cwd: "usual",
  limit: "",
  umask: "",
  variables: {},
};

const FOLDERS = ["a folder", "it's", 'say "no"', "ünï 日本 🪝", "$HOME `id` $(id)", "a;b&c|d", "-n", "*?[x]", "a=b,c"];
const SHELLS = ["dash", "bash", "busybox", "zsh"].filter((name) => find(name) !== undefined);
const LIMITS = ["-n 7", "-n 12", "-n 16", "-n 64", "-v 300000", "-f 0", "-c 0", "-t 5"];
const VARIABLES: readonly Readonly<Record<string, string>>[] = [
  { LANG: "C", LC_ALL: "C" },
  { LC_ALL: "tr_TR.UTF-8" },
  { LANG: "en_US.ISO-8859-1", LC_ALL: "" },
  { LC_ALL: "xx_XX.UTF-8" },
  { NODE_OPTIONS: "--no-warnings" },
  { NODE_OPTIONS: "--unhandled-rejections=none" },
  { NODE_OPTIONS: "--disable-proto=delete" },
  { NODE_OPTIONS: "--max-old-space-size=128 --enable-source-maps" },
  { POSIXLY_CORRECT: "1" },
  { IFS: ".,{" },
  { AGENT_HOOK_FD: "1" },
  { AGENT_HOOK_FD: "7" },
  { ENV: "/nowhere/profile", BASH_ENV: "/nowhere/profile" },
  { HOME: "/nowhere" },
  { TMPDIR: "/nowhere" },
  { mode: "continue", end: "", answer: ".", hook: "1", host: "x", code: "0" },
  { FUNCNEST: "1" },
  { BASH_VERSION: "5.2" },
  { FORCE_COLOR: "1" },
  { UV_THREADPOOL_SIZE: "1" },
];

/** Draws an environment. Each setting usually has its usual value. */
export function drawEnvironment(random: Random): Environment {
  const draw = <T>(usual: T, others: readonly T[], oneIn = 6) =>
    others.length > 0 && random.below(oneIn) === 0 ? random.pick(others) : usual;
  const signal = random.below(8) === 0 ? drawSignal(random) : undefined;
  return withReadStderr({
    folder: draw(USUAL.folder, FOLDERS, 4),
    shell: draw(USUAL.shell, SHELLS, 4),
    sh: draw(USUAL.sh, SHELLS, 2),
    path: draw(USUAL.path, ["empty", "unset", "project first"], 8),
    stdin: draw(USUAL.stdin, ["closed", "/dev/null"], 16),
    stderr: draw(USUAL.stderr, ["closed", "/dev/null", "full"], 6),
    plumbing: draw(USUAL.plumbing, ["pipe"], 2),
    cwd: draw(USUAL.cwd, ["read-only", "deleted"], 12),
    limit: draw(USUAL.limit, LIMITS, 12),
    umask: draw(USUAL.umask, ["0", "077", "777"], 12),
    variables: draw(USUAL.variables, VARIABLES, 4),
    ...(signal === undefined ? {} : { signal }),
  });
}

/** Replaces a full stderr with one that is read if a shell may print, because a shell blocks on a full stderr. */
function withReadStderr(environment: Environment): Environment {
  const { cwd, variables, signal, limit } = environment;
  const mayPrint = cwd === "deleted" || "LC_ALL" in variables || signal !== undefined || limit !== "";
  return environment.stderr === "full" && mayPrint ? { ...environment, stderr: "read" } : environment;
}

const TO: readonly SentSignal["to"][] = ["hook", "wrapper", "one launcher shell", "all launcher shells"];
const ENDING_SIGNALS: readonly NodeJS.Signals[] = ["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP", "SIGPIPE", "SIGSEGV"];

function drawSignal(random: Random): SentSignal {
  const to = random.pick(TO);
  // Nothing can detect a launcher that was stopped with SIGSTOP.
  const signals = to === "hook" || to === "wrapper" ? ([...ENDING_SIGNALS, "SIGSTOP"] as const) : ENDING_SIGNALS;
  return { to, signal: random.pick(signals), afterMs: random.below(250) };
}

/** Returns whether the guard may deny harmless calls, because it cannot read the call, cannot start, or is killed. */
export function mayDenyAll({ stdin, cwd, limit, umask, variables }: Environment): boolean {
  return (
    stdin !== "payload" ||
    cwd === "deleted" ||
    limit !== "" ||
    umask === "777" ||
    "AGENT_HOOK_FD" in variables ||
    "FUNCNEST" in variables
  );
}
