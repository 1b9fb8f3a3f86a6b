import { parseOptions } from "../options.js";
import { runText } from "../run/run-text.js";
import type { Program, Run } from "../run/shell.js";
import { type Content, EMPTY, UNKNOWN } from "../values/content.js";
import { withoutPatterns } from "../values/text.js";
import { judgeCredential } from "./credentials.js";
import { found, lose } from "./losses.js";

/** Programs that stop machines, or delete what databases and clouds store. */
export const services: Readonly<Record<string, Program>> = {
  ...Object.fromEntries(["shutdown", "reboot", "halt", "poweroff"].map((name) => [name, stopMachine])),
  init: (run) => (/^[06]$/.test(run.args[0]?.text ?? "") ? stopMachine(run) : EMPTY),
  telinit: (run) => (/^[06]$/.test(run.args[0]?.text ?? "") ? stopMachine(run) : EMPTY),
  systemctl: (run) => {
    const [verb] = parseOptions(run.args, { short: "tpsHM" }).operands;
    return /^(?:poweroff|reboot|halt|kexec)$/.test(verb?.text ?? "") ? stopMachine(run) : UNKNOWN;
  },
  kill: (run) => {
    if (run.args.length > 1 && run.args.at(-1)?.text === "-1")
      found(run, "destroys-system", "kill-all", "It ends every process of the user. Name the process that should end.");
    return EMPTY;
  },
  crontab: (run) => {
    if (run.args.some(({ text }) => text === "-r"))
      lose(run, "It deletes all timed jobs of the user. Change the one job with crontab -e.");
    // A table of jobs: five fields of time, then the command.
    for (const line of (run.args.at(-1)?.text === "-" ? (run.stdin.text ?? "") : "").split("\n")) {
      const code = /^\s*(?:@\w+|(?:\S+\s+){4}\S+)\s+(.+)$/.exec(line)?.[1];
      if (code) runText(code, run);
    }
    return UNKNOWN;
  },
  userdel: (run) => {
    if (run.args.some(({ text }) => /^-\w*r|^--remove$/.test(text)))
      found(run, "destroys-system", "delete-user", "It deletes a user and the home folder. Ask the user to do it.");
    return EMPTY;
  },
  terraform: (run) => infrastructure(run),
  tofu: (run) => infrastructure(run),
  pulumi: (run) => infrastructure(run),
  gh: (run) => {
    const [what, verb] = parseOptions(run.args).operands.map(({ text }) => text);
    const isCertain = run.args.some(({ text }) => /^--(?:yes|confirm)$/.test(text));
    const deletes = what === "repo" && verb === "delete" && isCertain;
    const credential = judgeCredential(run);
    if (credential !== undefined) return credential;
    return deletes ? lose(run, "It deletes a repository. Ask the user to do it.") : UNKNOWN;
  },
  kubectl: (run) => {
    const { operands, has } = parseOptions(run.args, {
      short: "nlfco",
      values: ["namespace", "selector", "filename", "context", "kubeconfig", "cluster", "user", "server"],
    });
    const [verb, what = ""] = operands.map(({ text }) => text);
    if (verb === "exec") return inside(run, "--");
    const isWide =
      /^(?:ns|namespaces?|pvc?|persistentvolume\w*|crds?)\b/.test(what) || has("all", "all-namespaces", "A");
    if (verb === "delete" && isWide && !has("dry-run"))
      return lose(run, "It deletes what a whole cluster or namespace holds. Ask the user to do it.");
    return judgeCredential(run) ?? UNKNOWN;
  },
  dropdb: (run) => lose(run, "It deletes a database. Ask the user to do it."),
  psql: database,
  mysql: database,
  mariadb: database,
  sqlite3: (run) => {
    const values = ["cmd", "init", "separator", "nullvalue", "newline", "vfs", "heap", "maxsize", "mmap"];
    const [file] = parseOptions(run.args, { singleHyphen: true, values }).operands;
    if (file !== undefined) run.shell.read(file.text, run);
    return database(run);
  },
  "redis-cli": (run) => {
    const isAll = run.args.some(({ text }) => /^flush(?:all|db)$/i.test(text));
    return isAll ? lose(run, "It deletes everything in the store. Delete single keys.") : UNKNOWN;
  },
};

function stopMachine(run: Run): Content {
  if (run.args.some(({ text }) => /^(?:-c|-w|--help|--version|-k)$/.test(text))) return UNKNOWN;
  return found(run, "destroys-system", "stop-machine", "It stops the machine. Ask the user to do it.");
}

/** Judges a command that runs in a container like one that runs here. */
function inside(run: Run, after: string): Content {
  const at = run.args.findIndex(({ text }) => text === after);
  if (at >= 0) run.shell.command(run.args.slice(at + 1), run.state.subshell(), run.stdin);
  return UNKNOWN;
}

function infrastructure(run: Run): Content {
  const verbs = run.args.map(({ text }) => text);
  const isCertain = verbs.some((text) => /^-{1,2}(?:auto-approve|yes|y|skip-preview)$/.test(text));
  const destroys =
    verbs.includes("destroy") || (verbs.includes("apply") && verbs.some((text) => /^-{1,2}destroy$/.test(text)));
  return destroys && isCertain
    ? lose(run, "It deletes infrastructure without a question. Show the plan to the user.")
    : UNKNOWN;
}

function database(run: Run): Content {
  const code = [...run.args.map(({ text }) => withoutPatterns(text)), run.stdin.text ?? ""].join("\n");
  const drops = /\b(?:drop\s+(?:database|schema|table)|truncate\s+(?:table\s+)?\w)/i.test(code);
  const deletesAll = /\bdelete\s+from\s+[\w."`]+\s*(?:;|$|["'])/im.test(code);
  return drops || deletesAll ? lose(run, "It deletes data of a database. Ask the user to do it.") : UNKNOWN;
}
