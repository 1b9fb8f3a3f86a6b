import type { ShellClass } from "../classes.js";
import type { Run } from "../run/shell.js";
import { type Target, targetOf } from "./places.js";

type Hit = Exclude<Target["is"], "harmless">;

const FOUND: Readonly<Record<Hit, { readonly class: ShellClass; readonly reason: (path: string) => string }>> = {
  system: {
    class: "destroys-system",
    reason: (path) => `It deletes ${path}, which the system needs. Delete only folders that you made, by name.`,
  },
  home: {
    class: "destroys-system",
    reason: (path) => `It deletes ${path}, a whole home folder. Delete only folders that you made, by name.`,
  },
  "temporary-root": {
    class: "destroys-system",
    reason: (path) => `It deletes ${path}, which running programs use. Delete only your own files in it.`,
  },
  project: {
    class: "loses-work",
    reason: (path) => `It deletes ${path}, all of the project. Name the files and folders that are no longer needed.`,
  },
  history: {
    class: "loses-work",
    reason: (path) => `It deletes ${path}, the repository's history. Use git's own commands.`,
  },
  outside: {
    class: "reaches-outside",
    reason: (path) => `It deletes ${path}, which is outside the project. Ask the user to delete it.`,
  },
  unknown: {
    class: "unknown",
    reason: () => "Which folder it deletes cannot be told. Write its path.",
  },
};

/** Judges the deletion of a path with everything below it. */
export function judgeDeletion(text: string, run: Run, rule: string): void {
  reportDeletion(text, run, rule);
  // Without `.git`, a folder has no hooks of git that could run.
  if (/(?:^|\/)\.git\/?$/.test(text)) run.shell.changes(text, run);
  else run.shell.moves(text, "always", run);
}

/** Reports the deletion of a part of what is below a path. */
export function reportDeletion(text: string, run: Run, rule: string): void {
  const target = targetOf(text, run.state);
  if (target.is === "harmless") return;
  const found = FOUND[target.is];
  const path = "path" in target ? target.path : "";
  run.shell.report(run, { class: found.class, rule, reason: found.reason(path) });
}

/** Reports the deletion of paths that are not in the command, such as paths that xargs reads from stdin. */
export function judgeUnseenDeletion(run: Run, rule: string): void {
  const reason = "It deletes folders whose names are not in the command. Look at the list first, then name them.";
  run.shell.report(run, { class: "loses-work", rule, reason });
}
