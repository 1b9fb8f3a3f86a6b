import { endOfQuoted, isPlaceholder, matchAt, WORD } from "./assigned-value.js";
import { MARKER } from "./secret-shapes.js";

/** Flags that pass a password. Each expression matches up to the password and captures its opening quote. */
const FLAGS: readonly (readonly [program: RegExp, ...flags: RegExp[]])[] = [
  [
    /^curl$/,
    /(?:-[A-Za-z]{0,8}?[uU](?:[ \t]|\\\r?\n|\\{3,20}n)*|--(?:proxy-)?user(?:=|[ \t]+))(\\*["'])?[^\s:"'\\]*(?:["']:["']?|:)/y,
    /(?:-[A-Za-z]{0,8}?b[ \t]*|--cookie(?:=|[ \t]+))(\\*["'])?(?=[^\s="'\\]+=)/y,
  ],
  [/^(?:https?|xhs?)$/, /(?:-a[ \t]*|--auth(?:=|[ \t]+))(\\*["'])?[^\s:"'\\]*:/y],
  [/^(?:mysql|mariadb)/, /-p(\\*["'])?(?![,.)])/y],
  [/^sshpass$/, /-p[ \t]*(\\*["'])?/y],
  [/^redis-cli$/, /(?:-a|--pass)[ \t]+(\\*["'])?/y],
  [/^ldap/, /-w[ \t]*(\\*["'])?/y],
  [/login$/, /(?:-p[ \t]*|--password[ \t]+)(\\*["'])?/y],
];

/** A program of the table, the start of another command, or a flag, so that one pass over the text is enough. */
const STEP = new RegExp(
  [
    /(?<![\w.-])(curl|https?|xhs?|(?:mysql|mariadb)[a-z-]{0,20}|sshpass|redis-cli|ldap[a-z]{1,20}|(?:docker|podman|nerdctl|helm registry|oras|skopeo|buildah|oc|az)[ \t]{1,9}login)(?=[ \t])/,
    // Requires a command name: `&b=2` may follow in a quoted URL, and a line of a quoted text may begin with anything.
    /(?<!\\)[;|&\n](?=[ \t]{0,99}[A-Za-z./][\w./-]{0,99}[ \t])/,
    /(?<=\s)-(?=[\w-])/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "g",
);

/** Redacts passwords in the arguments of well-known programs: `curl -u me:...`, `mysql -p...`. */
export function redactCommands(text: string): string {
  const parts: string[] = [];
  let copiedTo = 0;
  let flags: readonly RegExp[] = [];
  STEP.lastIndex = 0;
  for (let step = STEP.exec(text); step !== null; step = STEP.exec(text)) {
    const [token, program] = step;
    if (token !== "-") flags = program === undefined ? [] : flagsOf(program);
    for (const flag of token === "-" ? flags : []) {
      const [start, end] = passwordAfter(text, step.index, flag);
      if (end <= start) continue;
      parts.push(text.slice(copiedTo, start), MARKER);
      copiedTo = end;
      STEP.lastIndex = end;
      break;
    }
  }
  return copiedTo === 0 ? text : parts.join("") + text.slice(copiedTo);
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
