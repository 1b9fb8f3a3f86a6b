import { HOST_TIMEOUTS_MS } from "@agent-hook/protocol";
import type { HookFacts } from "../facts/facts.js";
import { type Finding, finding } from "./catalogue.js";
import { refusesItsModes } from "./modes.js";

/** Reports whether a hook starts, and any other output on stdout. */
export function helloFindings(hook: HookFacts): Finding[] {
  const { start, killed } = hook;
  // A guard that rejects its modes is reported as `unasked-guard`.
  if (start === undefined || refusesItsModes(hook)) return [];
  const again = killed !== undefined && "failure" in killed ? killed.failure : undefined;
  return [
    ...(start.failure === undefined ? [] : failureFindings(hook, start.failure)),
    ...(again === undefined
      ? []
      : [
          finding(
            "hello-failed",
            `it started once, but not a second time: ${again}; PicoClaw may not start after a restart`,
            "find what the first process holds (a port, a lock), and release it when stdin ends",
          ),
        ]),
    ...(start.noise.length === 0
      ? []
      : [
          finding(
            "stdout-noise",
            `it writes something other than messages to stdout: ${start.noise[0]}${more(start.noise.length - 1)}`,
            "write to stderr instead: stdout is for the protocol",
          ),
        ]),
  ];
}

function failureFindings(
  hook: HookFacts,
  { kind, what, stderr }: NonNullable<NonNullable<HookFacts["start"]>["failure"]>,
): Finding[] {
  const said = stderr === "" ? "" : `; its last lines on stderr:\n${stderr}`;
  if (kind === "late") {
    const seconds = HOST_TIMEOUTS_MS.hello / 1000;
    const message = `it did not answer hello within ${seconds} s: PicoClaw waits for it, and does not start${said}`;
    return [finding("hello-late", message, "answer hook.hello first, and do slow work later or in the background")];
  }
  return [finding("hello-failed", `${what}: PicoClaw does not start${said}`, failureFix(hook))];
}

function failureFix({ config }: HookFacts): string {
  const words = (config.command ?? []).map(quoted);
  return `find out what it needs: agent-hook check -- ${words.join(" ")}`;
}

/** Quotes a word for a shell. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function more(count: number): string {
  return count > 0 ? ` (and ${count} more)` : "";
}
