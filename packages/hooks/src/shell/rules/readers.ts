import type { Run } from "../run/shell.js";
import { type Arg, type Content, contentOf } from "../values/content.js";
import { isKnown } from "../values/text.js";

/** Programs that do not show the files among their operands: they look at names, rights or dates, or remove them. */
const SHOWS_NOTHING =
  /^(?:ls|l[al]|dir|stat|file|test|\[|\[\[|touch|mkdir|rmdir|readlink|realpath|dirname|du|df|which|type|wc|md5sum|sha\d*sum|cksum|trash|eza|exa|lsof|docker-compose|make|code|wait|sleep|date|getfacl|shellcheck|dotenv|env-cmd|ssh-add|helm|ansible-playbook)$/;
/** Those of them that create or remove the files that they name. `trash` also removes folders with their files. */
const CHANGES = /^(?:touch|mkdir|rmdir|sponge)$/;
const SEARCHES = /^(?:[efz]?grep|rg|ag|ack)$/;
/** Words that are searched for only to find credentials. */
const CREDENTIAL =
  /AKIA|ASIA|PRIVATE KEY|BEGIN RSA|passw|secret|api[-_]?key|access[-_]?key|aws_|gh[pous]_|sk-|xox[bp]-/i;
/** Options whose value is a file that the program reads. */
const FILE_OPTION = /^--?[\w-]*(?:file|from|input|pattern|config|exclude-from)[\w-]*=?/i;

/** Reads the files that a program without a rule of its own names. Returns what it may write to stdout. */
export function readsOperands(run: Run): Content {
  const marks = { sensitive: run.stdin.sensitive, remote: run.stdin.remote, decoded: run.stdin.decoded };
  if (run.name === "printenv") return contentOf(undefined, { sensitive: true });
  if (CHANGES.test(run.name)) for (const { text } of operandsOf(run)) run.shell.changes(text, run);
  if (run.name === "trash") for (const { text } of operandsOf(run)) run.shell.moves(text, "always", run);
  if (SHOWS_NOTHING.test(run.name)) return contentOf(undefined);
  if (run.args.some(({ text }) => text === "--version" || text === "--help")) return contentOf(undefined);
  const searches = SEARCHES.test(run.name);
  // It says only whether, or how often.
  if (searches && run.args.some(({ text }) => /^-[a-zA-Z]*[qc]|^--(?:quiet|silent|count)$/.test(text)))
    return contentOf(undefined);
  let sensitive = marks.sensitive ?? run.args.some((arg) => arg.sensitive);
  run.args.forEach(({ text }, index) => {
    // The program takes it as its environment.
    if (/^--?env-?file(?:=|$)/.test(text) || /^--?env-?file$/.test(run.args[index - 1]?.text ?? "")) return;
    const value = text.startsWith("-") ? text.slice(text.indexOf("=") + 1) : text;
    if (text.startsWith("-") && !(text.includes("=") && FILE_OPTION.test(text))) return;
    // The value of an option such as `--output FILE` is written, not read.
    if (/^-(?:o|-output)$/.test(run.args[index - 1]?.text ?? "") || /^--output=/.test(text)) return;
    if (isKnown(value) && !/\s/.test(value) && run.shell.read(value, run).sensitive) {
      // Lines that a search finds in a folder with secrets are harmless, unless it searches for secrets.
      sensitive ||= !searches || /\.\w+$/.test(value);
    }
  });
  if (searches && run.args.some(({ text }) => CREDENTIAL.test(text))) sensitive = true;
  return contentOf(undefined, { ...marks, sensitive });
}

function operandsOf({ args }: Run): readonly Arg[] {
  return args.filter(({ text }) => !text.startsWith("-"));
}
