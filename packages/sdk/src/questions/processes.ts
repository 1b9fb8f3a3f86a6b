import { spawnSync } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { callerPid } from "../runtime/caller.js";
import { statOf } from "../runtime/process-stat.js";
import type { AskingProcess } from "./question.js";

/** A process, as the system describes it. */
export interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** Whether it leads a session with a terminal: the shell in a terminal's window, or what the window was opened for. */
  readonly leadsTerminal: boolean;
  /** Increases with time, in the system's own unit. With it, a process is told from a later one with the same id. */
  readonly startedAt: string;
  /** The name of its program. The system may cut it to 15 characters. */
  readonly name: string;
}

/** No chain of real processes is longer. */
const MAX_ANCESTORS = 64;
const SHELLS = /^-?(?:a|ba|da|fi|k|mk|t?c|z)?sh$|^(?:busybox|elvish|nu|osh|pwsh|xonsh|yash)$/;

/** Returns a process and its ancestors, as far as the system shows them. */
export function ancestorsOf(pid: number): RunningProcess[] {
  const find = process.platform === "linux" ? readProcess : listedProcesses();
  const chain: RunningProcess[] = [];
  for (let next = pid; next > 0 && chain.length < MAX_ANCESTORS; ) {
    const found = find(next);
    if (found === undefined) break;
    chain.push(found);
    next = found.parent;
  }
  return chain;
}

/**
 * Returns the processes that belong to the agent that started this hook: from this process up to, but without, the shell
 * in which a person started the agent. If no terminal is in sight, as in an editor or a server, up to the agent, which is
 * the first program that is not a shell.
 */
export function agentProcesses(pid = callerPid() ?? process.pid): AskingProcess[] {
  return agentPart(ancestorsOf(pid)).map(({ pid: id, startedAt }) => ({ pid: id, startedAt }));
}

/** Selects the agent's processes from a chain. */
export function agentPart(chain: readonly RunningProcess[]): readonly RunningProcess[] {
  const leader = chain.findIndex(({ leadsTerminal }) => leadsTerminal);
  if (leader !== -1) {
    // A window can be opened for the agent itself. Then its first process is the agent.
    const isAgent = !SHELLS.test((chain[leader] as RunningProcess).name);
    return chain.slice(0, leader + (isAgent ? 1 : 0));
  }
  // The hook itself comes first.
  const agent = chain.findIndex(({ name }, at) => at > 0 && !SHELLS.test(name));
  if (agent === -1) return chain;
  const { group, name } = chain[agent] as RunningProcess;
  // Some agents start themselves once more.
  const other = chain.findIndex((one, at) => at > agent && (one.group !== group || one.name !== name));
  return chain.slice(0, other === -1 ? chain.length : other);
}

/** Identifies this machine since its last start, within which the ids and times of processes can be compared. */
export function machineId(): string {
  return `${hostname()} ${readText("/proc/sys/kernel/random/boot_id")?.trim() ?? ""} ${readLinkOfNamespace()}`;
}

/** Processes in another container have other ids. */
function readLinkOfNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}

function readProcess(pid: number): RunningProcess | undefined {
  const stat = statOf(pid);
  if (stat === undefined) return undefined;
  const { name, fields, startedAt } = stat;
  const [, parent, group, session, terminal] = fields.map(Number);
  return {
    ...{ pid, parent: parent ?? 0, group: group ?? 0, name, startedAt },
    leadsTerminal: session === pid && terminal !== 0,
  };
}

/** For systems without /proc, such as macOS. */
function listedProcesses(): (pid: number) => RunningProcess | undefined {
  // One option for each field: in one list, macOS would take all after the first `=` for a title.
  const fields = ["pid", "ppid", "pgid", "stat", "tty", "lstart", "comm"].flatMap((name) => ["-o", `${name}=`]);
  const { stdout } = spawnSync("ps", ["-A", ...fields], {
    encoding: "utf8",
    timeout: 2000,
    env: { PATH: "/usr/bin:/bin", LC_ALL: "C" },
  });
  const found = new Map<number, RunningProcess>();
  for (const line of (stdout ?? "").split("\n")) {
    const [pid, parent, group, stat = "", terminal = "", ...rest] = line.trim().split(/\s+/);
    const started = rest.slice(0, 5).join(" ");
    const name = rest.slice(5).join(" ").split("/").at(-1) ?? "";
    found.set(Number(pid), {
      ...{ pid: Number(pid), parent: Number(parent), group: Number(group), name },
      startedAt: String(Date.parse(started) || started),
      leadsTerminal: stat.includes("s") && !/^\?+$|^-$/.test(terminal),
    });
  }
  return (pid) => found.get(pid);
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
