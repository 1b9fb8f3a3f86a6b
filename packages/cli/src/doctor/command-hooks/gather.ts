import type { HookFile, Machine, ReadFile } from "@agent-hook/sdk/installs";
import { CommandError } from "../../command-error.js";
import { findTrustedProgram } from "../../config/find-program.js";
import { readRegular } from "../../files/regular-file.js";
import type { CommandHookHost } from "../../host-config/command-hooks/command-hook-host.js";
import { type Consent, withEnvironment } from "../consent.js";
import { type Hook as HookOf, hooksOf } from "../launched/hook.js";
import { untilSignal } from "../until-signal.js";
import { entriesOf, type Fault, type ServedEntry } from "./entry.js";
import { readFiles } from "./files.js";
import type { Entry } from "./hook-entry.js";
import { isOwnPlace } from "./places.js";
import type { Trust } from "./trust.js";

export type Hook = HookOf<Entry>;

/** All facts about one agent, from which the findings are derived. */
export interface Facts {
  readonly agent: CommandHookHost;
  readonly machine: Machine;
  /** The files that the agent looks for. */
  readonly places: readonly HookFile[];
  /** The files that exist. */
  readonly files: readonly ReadFile[];
  readonly entries: readonly Entry[];
  /** The hooks that call an MCP server. */
  readonly served: readonly ServedEntry[];
  readonly faults: readonly Fault[];
  readonly hooks: readonly Hook[];
  readonly trust: Trust;
}

/** Inspects every hook in an agent's files once, and reads the manifests of those behind the launcher. */
export async function gather(
  agent: CommandHookHost,
  places: readonly HookFile[],
  machine: Machine,
  consent: Consent,
  onProgress: (what: string) => void,
): Promise<Facts> {
  const files = readFiles(agent, places);
  const found = files.flatMap((file) => entriesOf(agent, file));
  const entries = found.flatMap((one) => ("command" in one ? [one] : []));
  const served = found.flatMap((one) => ("server" in one ? [one] : []));
  const faults = found.flatMap((one) => ("id" in one ? [one] : []));
  const hooks: Hook[] = [];
  for (const file of files) {
    const own = entries.filter((entry) => entry.file === file);
    const mayRun = file.scope !== "project" || (await consent(file.path, own.map(withEnvironment)));
    hooks.push(...(await hooksOf(agent, own, { mayRun, project: machine.folder, onProgress })));
  }
  const trust = entries.length + served.length > 0 ? await trustOf(agent, machine, onProgress) : undefined;
  return { agent, machine, places, files, entries, served, faults, hooks, trust };
}

/** Asks an agent that knows which hooks it trusts. */
async function trustOf(
  { program: name, places, trust }: CommandHookHost,
  machine: Machine,
  onProgress: (what: string) => void,
): Promise<Trust> {
  if (trust === undefined) return undefined;
  const program = installed(name);
  if (program === undefined) return { failure: `${name} is not on the PATH` };
  const userFile = places.user("", machine.env, machine.home);
  if (!isOwnPlace(userFile)) return { failure: `its folder is unknown: ${userFile} is not an absolute path` };
  onProgress(`checking which hooks ${name} trusts`);
  const read = (path: string) => readRegular(path).bytes;
  return untilSignal((signal) => trust.ask({ program, machine, userFile, read, signal }));
}

/** Returns the program of an agent that a user would start. */
export function installed(program: string): string | undefined {
  try {
    return findTrustedProgram(program);
  } catch (error) {
    if (error instanceof CommandError) return undefined;
    throw error;
  }
}
