import { fileURLToPath } from "node:url";
import { launcherPath } from "@agent-hook/sdk/launcher";
import type { CallEffect, Column, TextEffect } from "../../src/matrix/cells.js";
import { KILLED_IN_A_SCRIPT, LOOPS_IN_A_SCRIPT, type Policy } from "../../src/matrix/table.js";

/** A hook with a fault in it or around it. */
export interface Attempt {
  readonly fault: string;
  readonly policy: Policy;
  readonly role: "guard" | "redactor";
}

/** One way in which an agent calls a hook. */
export interface Lane {
  readonly column: Column;
  readonly title: string;
  /** Returns what happens to a shell call. */
  callEffect(attempt: Attempt, command: string): Promise<CallEffect | "-">;
  /** Returns what happens to a tool result or to the model's input. */
  textEffect(attempt: Attempt, what: "result" | "input", text: string): Promise<TextEffect | "-">;
}

/** The process is gone before the call. A persistent host can cause this fault itself. */
export const KILLED_BEFORE = "is killed before it is asked";

const NO_LAUNCHER = "the launcher is missing";

/** Faults that apply only if a launcher starts the hook. */
export const NEEDS_LAUNCHER: readonly string[] = [NO_LAUNCHER, LOOPS_IN_A_SCRIPT, KILLED_IN_A_SCRIPT];

/** What the hook itself does if the fault is in the script around it. */
const IN_A_SCRIPT: Readonly<Record<string, string>> = {
  [LOOPS_IN_A_SCRIPT]: "loops for ever",
  [KILLED_IN_A_SCRIPT]: "is killed in the middle of its answer",
};

const HOOK = fileURLToPath(new URL("../../hooks/matrix.mjs", import.meta.url));
const SCRIPT = fileURLToPath(new URL("../../hooks/script.sh", import.meta.url));
const MISSING_PATH = "/nowhere/it-is";

export const launcherOf = ({ fault }: Attempt) => (fault === NO_LAUNCHER ? MISSING_PATH : launcherPath());

/** Returns the command that starts the hook, without the `--host` option. */
export function commandOf({ fault }: Attempt): [program: string, ...args: string[]] {
  const node = fault === "node is missing" ? MISSING_PATH : process.execPath;
  const file = fault === "its file is missing" ? `${MISSING_PATH}.mjs` : HOOK;
  if (fault in IN_A_SCRIPT) return [SCRIPT, node, file];
  return fault === "runs out of memory" ? [node, "--max-old-space-size=40", file] : [node, file];
}

export function environmentOf({ fault, role, policy }: Attempt): Record<string, string> {
  return {
    FAULT: IN_A_SCRIPT[fault] ?? fault,
    LEAVES_CHILD: fault === KILLED_IN_A_SCRIPT ? "1" : "",
    ROLE: role,
    POLICY: policy,
  };
}

/** Classifies the output by the text in it. */
export function textEffectOf(value: unknown): TextEffect {
  const text = JSON.stringify(value);
  if (text.includes("secret")) return "passed on";
  return text.includes("[hidden]") ? "hidden" : "withheld";
}
