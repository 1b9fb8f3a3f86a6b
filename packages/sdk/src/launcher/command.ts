import { fileURLToPath } from "node:url";
import { DENIED } from "../command-hook/denials.js";
import { HOST_DENIALS } from "../hosts/generated/host-denials.js";

/** The arguments of the launcher, and its path. */
export interface LauncherCommand {
  /** The absolute path of guard.sh: `launcherPath()`. With `project`, its path in the project, after `./`. */
  readonly launcher: string;
  /** What the launcher answers if the hook fails: the host's denial, or nothing. */
  readonly mode: "block" | "continue";
  /**
   * `true`: a process of the hook that stays is asked first. Only on Linux with Perl; elsewhere, it has no effect. `false`:
   * the user wants none, also where one is the default.
   */
  readonly resident?: boolean;
  readonly host: string;
  readonly event: string;
  /** An integer, greater than the hook's own deadline and well below the host's timeout. */
  readonly seconds: number;
  /** The program and its arguments. A startup snapshot comes first: `[node, "--snapshot-blob", blob, bundle, ...]`. */
  readonly command: readonly string[];
  /**
   * Set if the command must also work in a copy of the project in another folder. Paths then start with `./`, and a
   * program without a path is looked up on the PATH, without its relative folders and `node_modules/.bin`. The project
   * is the folder in which the host runs hooks, unless the host has other rules.
   */
  readonly project?: {
    /** The environment variable with the project's folder, such as `CLAUDE_PROJECT_DIR`. */
    readonly variable?: string;
    /** The project is the nearest folder with a `.git`, upwards from the folder in which the host runs hooks. */
    readonly repository?: true;
  };
}

/** A command that the hosts' shells cannot run safely. The message explains what to change. */
export class LauncherCommandError extends Error {
  override readonly name = "LauncherCommandError";
}

const SCRIPT = /\.([cm]?[jt]s|blob|py|rb|sh)$|^\.{1,2}\//;

/**
 * Creates the command line for a host's configuration. It starts the launcher, and prints the host's denial if the
 * launcher is missing. Works in `sh`, `bash`, `zsh` and `fish`. Throws `LauncherCommandError`.
 */
export function launcherCommand(parts: LauncherCommand): string {
  const { launcher, mode, resident, host, event, seconds, command, project } = parts;
  const document = denialOf(host, event)?.replaceAll(DENIED, () => DENIED + hint(host, command));
  if (!Number.isSafeInteger(seconds) || seconds < 1) {
    throw new LauncherCommandError(`expected a whole number of seconds, at least 1, got ${seconds}`);
  }
  const [program = "", ...args] = command;
  const assertPath = project === undefined ? assertAbsolute : assertInProject;
  assertPath("the launcher", launcher);
  if (project === undefined || /^$|\//.test(program)) assertPath("the program", program);
  const hook = args.find((word) => SCRIPT.test(word));
  if (hook !== undefined) assertPath("the hook", hook);
  const start = [
    "/bin/sh -c",
    quote(`${project === undefined ? "" : enterProject(project)}${RUN}`),
    quote(launcher),
    `${resident === undefined ? "" : resident ? RESIDENT : STARTED}${mode}`,
    host,
    event,
    seconds,
    ...command.map(quote),
  ].join(" ");
  return `${start} || ${mode === "continue" || document === undefined ? ":" : `printf '%s' ${quote(document)}`}`;
}

const RESIDENT = "resident-";
const STARTED = "started-";

/** Runs the launcher, which ends the shell. If its file is empty or was cut off, the shell fails, and the host denies. */
const RUN = '. "$0"; exit 1';

/** What older versions wrote: nothing for an absolute path, and this for a project. */
const OLD_RUN = 'exec /bin/sh "$0" "$@"';

const TO_REPOSITORY =
  'd=.; until [ -e "$d/.git" ] || [ "$d" -ef / ]; do d=$d/..; done; [ ! -e "$d/.git" ] || cd "$d" || exit; ';

/**
 * Returns the shell code that enters the folder of a project. It does not search for a launcher: one in a folder
 * between would be another project's. Gemini CLI and Qwen Code replace `$NAME` and `${NAME}` in their settings, so
 * without options, the code only uses the names of parameters.
 */
function enterProject({ variable, repository }: NonNullable<LauncherCommand["project"]>): string {
  if (variable !== undefined && !/^[A-Z_]+$/.test(variable)) {
    throw new LauncherCommandError(`expected the name of an environment variable, got "${variable}"`);
  }
  const enter = variable === undefined ? "" : `cd "\${${variable}:-.}" || exit; `;
  return `${enter}${repository ? TO_REPOSITORY : ""}`;
}

/** Like `describe` in the launcher. Contains nothing that JSON must escape, since fish interprets backslashes. */
function hint(host: string, [program = "", ...args]: readonly string[]): string {
  const label = args.find((word) => /^\.?\//.test(word)) ?? program;
  if (/["\\\p{Cc}]/u.test(label)) return "";
  return ` (${label}); to find out why, run: npx agent-hook doctor ${host}`;
}

/** Parses a command that this or an older `launcherCommand` created. Returns `undefined` for any other text. */
export function parseLauncherCommand(text: string): LauncherCommand | undefined {
  const [whole, code, quoted = "", resident, mode, host = "", event = "", seconds, command = ""] =
    FORM.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const launcher = unquote(quoted);
  const start = code && unquote(code);
  const isGlobal = launcher.startsWith("/") && (start === undefined || start === RUN);
  const project = isGlobal ? undefined : parseProject(start);
  if (!isGlobal && project === undefined) return undefined;
  const words = command.match(new RegExp(WORD, "g")) ?? [];
  return {
    launcher,
    mode: mode === "continue" ? "continue" : "block",
    ...(resident !== undefined && { resident: resident === RESIDENT }),
    host,
    event,
    seconds: Number(seconds),
    command: words.map(unquote),
    ...(project && { project }),
  };
}

function parseProject(code = ""): LauncherCommand["project"] {
  const [, variable] = /^cd "\$\{([A-Z_]+):-\.\}" \|\| exit; /.exec(code) ?? [];
  const project = {
    ...(variable !== undefined && { variable }),
    ...(code.includes(TO_REPOSITORY) && { repository: true as const }),
  };
  const enter = enterProject(project);
  return [RUN, OLD_RUN].some((run) => enter + run === code) ? project : undefined;
}

const WORD = "'[^']*'(?:\\\\''[^']*')*";
const FORM = new RegExp(
  `^/bin/sh (?:-c (${WORD}) )?(${WORD}) (resident-|started-)?(block|continue) ([\\w-]+) ([\\w.]+) ([1-9]\\d*)((?: ${WORD})+) \\|\\| (?::|printf '%s' ${WORD})$`,
);

/** Returns the document that denies an event, or `undefined` if the event cannot be denied. */
export function denialOf(host: string, event: string): string | undefined {
  const known = new Map(Object.entries(HOST_DENIALS)).get(host);
  if (known === undefined) {
    const names = Object.keys(HOST_DENIALS).join(", ");
    throw new LauncherCommandError(`the launcher does not support the host "${host}"; expected ${names}`);
  }
  const documents = new Map(Object.entries(known.denials));
  if (documents.has(event) || known.withoutDenial.includes(event)) return documents.get(event);
  const events = [...documents.keys(), ...known.withoutDenial].sort().join(", ");
  throw new LauncherCommandError(`${host} has no event "${event}"; expected ${events}`);
}

/** Throws if a path is relative. Hosts start their shells in various folders. */
function assertAbsolute(what: string, path: string): void {
  if (path.startsWith("/")) return;
  throw new LauncherCommandError(`${what} must be an absolute path, got "${path}"`);
}

/** Throws if a path does not lead into the project. */
function assertInProject(what: string, path: string): void {
  if (path.startsWith("./") && !path.split("/").includes("..")) return;
  throw new LauncherCommandError(`${what} must be a path in the project that starts with ./, got "${path}"`);
}

/** Quotes a word. Rejects backslashes, which fish interprets even in single quotes. */
function quote(word: string): string {
  if (/[\\\p{Cc}\p{Cs}]/u.test(word)) {
    const shown = JSON.stringify(word);
    throw new LauncherCommandError(
      `${shown} has a backslash, a line break or another control character, which no host's shell passes safely; rename or move the file, or leave out the argument`,
    );
  }
  return `'${word.replaceAll("'", "'\\''")}'`;
}

function unquote(word: string): string {
  return word.slice(1, -1).replaceAll("'\\''", "'");
}

/** Returns the absolute path of the launcher in this package. */
export function launcherPath(): string {
  // The relative path is the same from src/launcher, dist/launcher and dist/chunks.
  return fileURLToPath(new URL("../../launcher/guard.sh", import.meta.url));
}
