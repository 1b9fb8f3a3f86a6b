import { join } from "node:path";
import { type SampleCall, SIMULATIONS, type SimulatedHost } from "@agent-hook/sdk/simulations";

/** How a hook can recognise a probe: by its session id and by the prefix of its folder's name. */
export const PROBE_SESSION = "agent-hook-doctor";
export const PROBE_FOLDER = "agent-hook-doctor-";
/** Every probe that reads a file names this one. */
const MISSING_FILE = "no-such-file.txt";

/** Returns the sample calls of an agent: reading a file, or else a shell command that does nothing. */
export function sampleCalls(host: string, folder: string): readonly SampleCall[] {
  const file = join(folder, MISSING_FILE);
  if (Object.hasOwn(SIMULATIONS, host)) return SIMULATIONS[host as SimulatedHost].harmlessCalls(file);
  return [{ tool: "read_file", input: { path: file } }];
}
