import { join } from "node:path";
import type { SampleCall } from "@agent-hook/sdk/internal/simulations";
import { withFewFrames } from "@agent-hook/sdk/internal/text";

/** The result of one harmless call. */
export interface Probe {
  /** The agent's name for the point. */
  readonly event: string;
  readonly call: SampleCall;
  /** Milliseconds from the start of the command to its end. */
  readonly ms: number;
  readonly stderr: readonly string[];
  /** The hook's decision in words. */
  readonly sentence: string;
  /** Why there is no decision. */
  readonly failure?: string;
  /** Set if the hook denied the call. */
  readonly denied?: true;
}

/** How a hook can recognize a probe: by its session id and by the prefix of its folder's name. */
export const PROBE_SESSION = "agent-hook-doctor";
export const PROBE_FOLDER = "agent-hook-doctor-";
/** Every probe that reads a file names this one. */
const MISSING_FILE = "no-such-file.txt";

/** Returns the file that a probe reads. */
export function sampleFile(folder: string): string {
  return join(folder, MISSING_FILE);
}

const MAX_LINES = 12;
const MAX_LINE_LENGTH = 300;

/** Returns the last lines that a hook wrote to stderr, of a stack only its first frames. */
export function lastLines(all: readonly string[]): string[] {
  const lines = withFewFrames(all);
  const shown = lines.slice(-MAX_LINES).map((line) => line.slice(0, MAX_LINE_LENGTH));
  return lines.length > MAX_LINES ? [`… ${lines.length - MAX_LINES} earlier lines`, ...shown] : shown;
}

/** Describes a successful probe as text. */
export function probeLines({ event, call: { tool }, ms, sentence, stderr, failure, denied }: Probe): string[] {
  if (failure !== undefined || denied) return [];
  return [
    `answered a harmless call of ${tool} at ${event} in ${Math.round(ms)} ms: ${sentence}`,
    ...lastLines(stderr).map((line) => `its stderr: ${line}`),
  ];
}

/** Returns the probe for `--json`. */
export function probeReport({ event, call, ms, sentence, stderr, failure }: Probe): object {
  const shown = { event, tool: call.tool, input: call.input, ms: Math.round(ms), stderr: lastLines(stderr) };
  return failure === undefined ? { ...shown, answer: sentence } : { ...shown, failure };
}

/** Describes a failure and its effect, with the hook's last lines on stderr. */
export function probeFailure({ event, call: { tool }, ms, stderr, failure }: Probe, effect = ""): string {
  const what = `failed a harmless call of ${tool} at ${event} after ${Math.round(ms)} ms: ${failure}${effect}`;
  return `${what}${stderrText(stderr)}`;
}

/** Describes a denial of a call that no guard needs to deny. */
export function probeDenial({ event, call: { tool }, ms, stderr, sentence }: Probe): string {
  const what = `answered a harmless call of ${tool} at ${event}, of a file that does not exist, in ${Math.round(ms)} ms: ${sentence}`;
  return `${what}; it may deny every call${stderrText(stderr)}`;
}

function stderrText(stderr: readonly string[]): string {
  const lines = lastLines(stderr);
  return lines.length === 0 ? "" : `; its last lines on stderr:\n${lines.join("\n")}`;
}
