import type { ShellClass } from "../classes.js";
import { parseOptions } from "../options.js";
import { runText } from "../run/run-text.js";
import type { Program, Run } from "../run/shell.js";
import { type Content, EMPTY, UNKNOWN } from "../values/content.js";

/** Programs that stop machines and processes, or run something elsewhere. What they delete is in the table. */
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
      found(
        run,
        "loses-work",
        "delete-data",
        "It deletes all timed jobs of the user. Change the one job with crontab -e.",
      );
    if (parseOptions(run.args, { short: "u" }).operands.length > 0) {
      const reason = "It replaces all timed jobs of the user. Ask the user to do it.";
      found(run, "reaches-outside", "timed-jobs", reason);
    }
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
  kubectl: inCluster,
  oc: inCluster,
  sqlite3: (run) => {
    const values = ["cmd", "init", "separator", "nullvalue", "newline", "vfs", "heap", "maxsize", "mmap"];
    const [file] = parseOptions(run.args, { singleHyphen: true, values }).operands;
    if (file !== undefined) run.shell.read(file.text, run);
    return UNKNOWN;
  },
};

function stopMachine(run: Run): Content {
  const isHarmless = run.args.some(({ text }, at) => {
    return (
      /^(?:-c|-w|-k|--help|--version|--dry-run|--when=(?:cancel|show|))$/.test(text) ||
      (text === "--when" && /^(?:cancel|show)$/.test(run.args[at + 1]?.text ?? ""))
    );
  });
  if (isHarmless) return UNKNOWN;
  return found(run, "destroys-system", "stop-machine", "It stops the machine. Ask the user to do it.");
}

/** Judges a command that runs in a container of a cluster like one that runs here. */
function inCluster(run: Run): Content {
  const { operands } = parseOptions(run.args, {
    short: "nlfco",
    values: ["namespace", "context", "kubeconfig", "cluster"],
  });
  const at = run.args.findIndex(({ text }) => text === "--");
  if (operands[0]?.text === "exec" && at >= 0)
    run.shell.command(run.args.slice(at + 1), run.state.subshell(), run.stdin);
  return UNKNOWN;
}

function found(run: Run, kind: ShellClass, rule: string, reason: string): Content {
  run.shell.report(run, { class: kind, rule, reason });
  return EMPTY;
}
