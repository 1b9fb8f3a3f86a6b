import { endOfQuoted, isPlaceholder, matchAt, WORD } from "./assigned-values.js";
import type { FindingSink } from "./finding.js";
import { looksLikePassword, looksRandom } from "./random-values.js";
import type { Anchor } from "./scanner.js";

const COOKIES = /(?:-[A-Za-z]{0,8}?b[ \t]*|--cookie(?:=|[ \t]+))(\\*["'])?(?=[^\s="'\\]+=)/y;

/** Flags that pass a password. Each expression matches up to the password and captures its opening quote. */
const FLAGS: readonly (readonly [program: RegExp, ...flags: RegExp[]])[] = [
  [
    /^curl$/,
    /(?:-[A-Za-z]{0,8}?[uU](?:[ \t]|\\\r?\n|\\{3,20}n)*|--(?:proxy-)?user(?:=|[ \t]+))(\\*["'])?[^\s:"'\\]*(?:["']:["']?|:)/y,
    COOKIES,
  ],
  [/^(?:https?|xhs?)$/, /(?:-a[ \t]*|--auth(?:=|[ \t]+))(\\*["'])?[^\s:"'\\]*:/y],
  [/^(?:mysql|mariadb)/, /-p(\\*["'])?(?![,.)])/y],
  [/^sshpass$/, /-p[ \t]*(\\*["'])?/y],
  [/^redis-cli$/, /(?:-a|--pass)[ \t]+(\\*["'])?/y],
  [/^ldap/, /-w[ \t]*(\\*["'])?/y],
  [/login$/, /(?:-p[ \t]*|--password[ \t]+)(\\*["'])?/y],
];

const PROGRAM =
  /(?<![\w.-])(?:curl|https?|xhs?|(?:mysql|mariadb)[a-z-]{0,20}|sshpass|redis-cli|ldap[a-z]{1,20}|(?:docker|podman|nerdctl|helm registry|oras|skopeo|buildah|oc|az)[ \t]{1,9}login)(?=[ \t])/;
const PROGRAM_HERE = new RegExp(PROGRAM.source, "y");
/** What is before the word `login`. */
const BEFORE_LOGIN = /(?<![\w.-])(?:docker|podman|nerdctl|helm registry|oras|skopeo|buildah|oc|az)[ \t]{1,9}$/;

/** Every program has one of these. */
export const PROGRAM_ANCHORS: readonly Anchor<undefined>[] = [
  ...["curl", "http ", "http\t", "https ", "https\t", "xh ", "xh\t", "xhs ", "xhs\t"],
  ...["mysql", "mariadb", "sshpass", "redis-cli", "ldap", "login"],
].map((text) => ({ text, value: undefined }));

/** Matches a program, the start of another command or a flag, so that one pass over a command is enough. */
const STEP = new RegExp(
  [
    PROGRAM,
    // Requires a command name: `&b=2` may follow in a quoted URL, and a line of a quoted text may begin with anything.
    /(?<!\\)[;|&\n](?=[ \t]{0,99}[A-Za-z./][\w./-]{0,99}[ \t])/,
    // The next command of a list in code
    /["'`],?[ \t]{0,99}\n(?=[ \t]{0,99}["'`][A-Za-z./][\w./-]{0,99}[ \t])/,
    /(?<=\s)-(?=[\w-])/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "g",
);

/**
 * Finds passwords in the arguments of a well-known program whose name is at an index: `curl -u me:...`, `mysql -p...`.
 * With `all`, any value counts, otherwise only one that can be a password. Returns where the command ends.
 */
export function findInCommand(text: string, at: number, all: boolean, add: FindingSink): number | undefined {
  const [before = ""] = text.startsWith("login", at)
    ? (BEFORE_LOGIN.exec(text.slice(Math.max(0, at - 30), at)) ?? [])
    : [];
  PROGRAM_HERE.lastIndex = at - before.length;
  return PROGRAM_HERE.test(text) ? findInArguments(text, at - before.length, all, add) : undefined;
}

/** Searches a command and the programs in its arguments, as in `docker exec db mysql -p`. Returns where it ends. */
function findInArguments(text: string, from: number, all: boolean, add: FindingSink): number {
  let flags: readonly RegExp[] = [];
  STEP.lastIndex = from;
  // Empty only if the author's code redefined `Array.prototype.map`. Without the check, the loop would not end.
  for (let step = STEP.exec(text); step !== null && step[0] !== ""; step = STEP.exec(text)) {
    const [token] = step;
    if (/^[;|&\n"'`]/.test(token)) return STEP.lastIndex;
    if (token !== "-") flags = flagsOf(token);
    for (const flag of token === "-" ? flags : []) {
      const [start, end] = passwordAfter(text, step.index, flag);
      if (end <= start) continue;
      if (all || isSecret(text.slice(start, end), flag)) add("command-password", start, end);
      STEP.lastIndex = end;
      break;
    }
  }
  return text.length;
}

function isSecret(value: string, flag: RegExp): boolean {
  if (flag !== COOKIES) return looksLikePassword(value, true);
  return value.split(/[=;\s]+/).some((piece) => looksRandom(piece));
}

function flagsOf(program: string): readonly RegExp[] {
  const [, ...flags] = FLAGS.find(([name]) => name.test(program)) ?? [];
  return flags as RegExp[];
}

function passwordAfter(text: string, at: number, flag: RegExp): [number, number] {
  flag.lastIndex = at;
  const quote = flag.exec(text)?.[1];
  const start = flag.lastIndex;
  if (start === 0) return [0, 0];
  const end = quote === undefined ? start + (matchAt(WORD, text, start)?.length ?? 0) : endOfQuoted(text, start, quote);
  const value = text.slice(start, end);
  // A shell expands nothing between single quotes.
  const isExpanded = value.startsWith("$") && !quote?.endsWith("'");
  return isExpanded || isPlaceholder(value) ? [start, start] : [start, end];
}
