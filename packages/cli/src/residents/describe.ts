import type { ResidentReport } from "@agent-hook/sdk/internal/residents";

const MEGABYTE = 1e6;

/** Why a process did not answer a call, by the words of `ask.pl` and of the process. */
const REASONS: Readonly<Record<string, string>> = {
  first: "no process was there yet",
  late: "it was busy with another call",
  gone: "it had ended",
  environment: "a variable that counts was different",
  place: "the limits, the sandbox or the user were different",
  files: "a file of the hook had changed",
  failed: "it failed in the middle, and the call was denied",
};

/** Describes the processes that stay in a few lines. Empty if no call has asked for one. */
export function describeResidents({ processes, calls }: ResidentReport): string[] {
  if (calls === undefined && processes.length === 0) return [];
  return [...processes.map(describeProcess), ...(calls === undefined ? [] : describeCalls(calls))];
}

function describeProcess({ pid, folder, bytes, usedAt }: ResidentReport["processes"][number]): string {
  return `process ${pid} stays for ${folder}: ${Math.round(bytes / MEGABYTE)} MB, last used ${timeOf(usedAt)}`;
}

function describeCalls({ answered, others, since }: NonNullable<ResidentReport["calls"]>): string[] {
  const reasons = Object.entries(others).sort(([, a], [, b]) => b - a);
  const counts = reasons.map(([why, count]) => `${count}: ${REASONS[why] ?? why}`);
  return [
    `since ${timeOf(since)}, processes that stay answered ${callsOf(answered)}`,
    ...(counts.length === 0 ? [] : [`they did not answer ${callsOf(sumOf(others))} (${counts.join("; ")})`]),
  ];
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function callsOf(count: number): string {
  return count === 1 ? "1 call" : `${count} calls`;
}

/** `2026-11-26 06:12`, in the time zone of the machine. */
function timeOf(ms: number): string {
  return new Date(ms).toLocaleString("sv").slice(0, 16);
}
