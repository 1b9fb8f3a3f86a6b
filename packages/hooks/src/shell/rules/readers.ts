import type { Run } from "../run/shell.js";
import { type Arg, type Content, contentOf } from "../values/content.js";
import { isKnown } from "../values/text.js";

/** Programs that do not show the files among their operands: they look at names, rights or dates, or remove them. */
const SHOWS_NOTHING =
  /^(?:ls|l[al]|dir|stat|file|test|\[|\[\[|touch|mkdir|rmdir|readlink|realpath|dirname|du|df|which|type|wc|md5sum|sha\d*sum|cksum|trash|eza|exa|lsof|docker-compose|make|code|wait|sleep|getfacl|shellcheck|dotenv|dotenvx|env-cmd|ssh-add|ssh-keygen|ssh-copy-id|helm|ansible-playbook)$/;
/** Those of them that create or remove the files that they name. `trash` also removes folders with their files. */
const CHANGES = /^(?:touch|mkdir|rmdir|sponge)$/;
const SEARCHES = /^(?:[efz]?grep|rg|ag|ack)$/;
/** Words that are searched for only to find credentials. */
const CREDENTIAL =
  /AKIA|ASIA|PRIVATE KEY|BEGIN RSA|passw|secret|api[-_]?key|access[-_]?key|aws_|gh[pous]_|sk-|xox[bp]-/i;
/** Programs whose first operand is a pattern or a program of their own, unless one of these options gives it. */
const TAKES_PATTERN = /^(?:[efz]?grep|rg|ag|ack|jq|yq|gojq|gron|sd|sed|perl)$/;
const PATTERN_OPTION = /^(?:-[a-zA-Z]*[ef]|--(?:regexp|file|expression|from-file)(?:=.*)?)$/;
/** Options of these programs that take a value. */
const WITH_VALUE =
  /^(?:-[a-zA-Z]*[mABCgtTdDjME]|--(?:max-count|context|glob|type|type-not|max-depth|indent|arg|argjson|slurpfile|rawfile|args|exclude-from|include|exclude|exclude-dir))$/;
/** Options whose value is used, but not shown: a key for a connection, or variables for a program. */
const USED =
  /^--?(?:[\w-]*[-_])?(?:key|keyfile|key-?file|private-?key|identity|identity-?file|cert|certificate|ca|cacert|capath|env-?file|kubeconfig|netrc-?file|pass(?:word|phrase)?-?file|out(?:put)?|o)(?:[-_]?(?:file|path))?(?:=|$)/i;
/** Options whose value is a file that the program reads. */
const FILE_OPTION = /^--?[\w-]*(?:file|from|input|pattern|config|exclude-from)[\w-]*=?/i;

/** Reads the files that a program without a rule of its own names. Returns what it may write to stdout. */
export function readsOperands(run: Run, hasSubcommands = false): Content {
  const marks = { sensitive: run.stdin.sensitive, remote: run.stdin.remote, decoded: run.stdin.decoded };
  if (CHANGES.test(run.name)) for (const { text } of operandsOf(run)) run.shell.changes(text, run);
  if (run.name === "trash") for (const { text } of operandsOf(run)) run.shell.moves(text, "always", run);
  if (SHOWS_NOTHING.test(run.name)) return contentOf(undefined);
  if (run.args.some(({ text }) => text === "--version" || text === "--help")) return contentOf(undefined);
  const searches = SEARCHES.test(run.name);
  // It says only whether, or how often.
  if (searches && run.args.some(({ text }) => /^-[a-zA-Z]*[qc]|^--(?:quiet|silent|count)$/.test(text)))
    return contentOf(undefined);
  let sensitive = marks.sensitive ?? run.args.some((arg) => arg.sensitive);
  const pattern = patternIn(run);
  run.args.forEach(({ text }, index) => {
    const before = run.args[index - 1]?.text ?? "";
    if (searches && /^(?:-e|--regexp)$/.test(before)) return;
    // In `talosctl kubeconfig`, the word is not a file.
    if (hasSubcommands && /^[\w-]+$/.test(text)) return;
    if (index === pattern || USED.test(text) || USED.test(before)) return;
    if (text.startsWith("-") && !(text.includes("=") && FILE_OPTION.test(text))) return;
    for (const value of filesIn(text)) {
      if (isKnown(value) && !/\s/.test(value) && run.shell.read(value, run).sensitive) {
        // Lines that a search finds in a folder with secrets are harmless, unless it searches for secrets.
        sensitive ||= !searches || /\.\w+$/.test(value);
      }
    }
  });
  if (searches && run.args.some(({ text }) => CREDENTIAL.test(text))) sensitive = true;
  return contentOf(undefined, { ...marks, sensitive });
}

/** Returns the index of the argument that is what a program looks for, or -1. */
function patternIn({ name, args }: Run): number {
  if (!TAKES_PATTERN.test(name) || args.some(({ text }) => PATTERN_OPTION.test(text))) return -1;
  return args.findIndex(({ text }, at) => !text.startsWith("-") && !WITH_VALUE.test(args[at - 1]?.text ?? ""));
}

/** Returns what can be a file in an argument: `FILE`, `--from=FILE`, `NAME=FILE`, `@FILE`, `NAME=@FILE`. */
function filesIn(text: string): readonly string[] {
  if (!/[=@]/.test(text)) return [text];
  const value = text.startsWith("-") ? text.slice(text.indexOf("=") + 1) : text;
  const [, assigned] = /^[\w.-]+=(.+)$/s.exec(value) ?? [];
  return [value, assigned].flatMap((one) => (one === undefined ? [] : [one.replace(/^@/, "")]));
}

function operandsOf({ args }: Run): readonly Arg[] {
  return args.filter(({ text }) => !text.startsWith("-"));
}
