import type { CommandSession, Run, Sample } from "./lab.js";

/** Several runs happen at the same time, because starting a process is mostly waiting. */
const AT_ONCE = 4;

/** Runs the hook with every sample of its host, or only with those for which `matters` is true. */
export async function eachRun(
  lab: CommandSession,
  check: (run: Run, sample: Sample) => void,
  matters: (sample: Sample) => boolean = () => true,
): Promise<void> {
  const samples = lab.host.samples.filter(matters);
  for (let from = 0; from < samples.length; from += AT_ONCE) {
    const some = samples.slice(from, from + AT_ONCE);
    const runs = await Promise.all(some.map((sample) => lab.at(sample)));
    for (const [index, sample] of some.entries()) check(runs[index] as Run, sample);
  }
}

/** Describes how a run ended, for a report. */
export function said({ stdout, stderr, exit, signal, late }: Run): string {
  const end = late ? "no end" : signal === undefined ? `exit ${exit}` : `ended by ${signal}`;
  return [end, stdout.trim(), stderr.trim()].filter((text) => text !== "").join("; ");
}
