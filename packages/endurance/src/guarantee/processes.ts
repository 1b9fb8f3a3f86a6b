import { readdirSync, readFileSync } from "node:fs";
import type { SentSignal } from "./case.js";

/** A process of a case, as read from `/proc`. */
interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly words: readonly string[];
}

/** The variable that marks every process that a case started. */
export const TAG = "AGENT_HOOK_GUARANTEE_CASE";

/** Returns all processes with the tag. Without `/proc` the list is empty, and leftover processes end by themselves. */
function processesOf(tag: string): Process[] {
  return pids().flatMap((pid) => {
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, "latin1").split("\0");
      if (!environment.includes(`${TAG}=${tag}`)) return [];
      const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
      const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
      return [{ pid, parent, words: readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0") }];
    } catch {
      return [];
    }
  });
}

function pids(): number[] {
  try {
    return readdirSync("/proc").map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

/** Kills the processes that a case left behind, and the processes that these start meanwhile. */
export function endAll(tag: string): void {
  for (let tries = 0; tries < 10; tries++) {
    const left = processesOf(tag);
    if (left.length === 0) return;
    for (const { pid } of left) send(pid, "SIGKILL");
  }
}

/** Signals a part of the process tree, never its outermost process. `all launcher shells` includes new ones. */
export function strikeFromOutside({ to, signal }: SentSignal, tag: string): void {
  const struck = new Set<number>();
  for (let tries = 0; tries < 10; tries++) {
    const all = processesOf(tag);
    const tagged = new Set(all.map(({ pid }) => pid));
    const inner = all.filter(({ parent }) => tagged.has(parent));
    const left = targets(inner, to).filter(({ pid }) => !struck.has(pid));
    if (left.length === 0) return;
    for (const { pid } of left) {
      struck.add(pid);
      send(pid, signal);
    }
    if (to !== "all launcher shells") return;
  }
}

function targets(processes: readonly Process[], to: SentSignal["to"]): readonly Process[] {
  const launcher = processes.filter(({ words }) => words[1]?.endsWith("guard.sh"));
  switch (to) {
    case "all launcher shells":
      return launcher;
    case "one launcher shell":
      return launcher.slice(-1);
    case "wrapper":
      return processes.filter(({ words }) => words.slice(0, 2).some((word) => word.endsWith("wrapper.sh")));
    default:
      return processes.filter(({ words }) => words[0]?.endsWith("node"));
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has already ended.
  }
}
