import type { ShellClass } from "../classes.js";
import type { Run } from "../run/shell.js";
import { type Content, EMPTY } from "../values/content.js";

export function found(run: Run, kind: ShellClass, rule: string, reason: string): Content {
  run.shell.report(run, { class: kind, rule, reason });
  return EMPTY;
}

/** Reports the loss of data that a service stores. */
export function lose(run: Run, reason: string): Content {
  return found(run, "loses-work", "delete-data", reason);
}
