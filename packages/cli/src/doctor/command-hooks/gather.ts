import { CommandError } from "../../command-error.js";
import { findTrustedProgram } from "../../config/find-program.js";
import { CODEX } from "../../host-config/command-hooks/codex.js";
import { type Consent, withEnvironment } from "../consent.js";
import { type Hook as HookOf, hooksOf } from "../launched/hook.js";
import { untilSignal } from "../until-signal.js";
import type { CommandHookAgent, Entry, HookFile, Machine, ReadFile } from "./agent.js";
import { askCodex } from "./codex-server.js";
import type { Trust } from "./codex-trust.js";
import { entriesOf, type Fault, type ServedEntry } from "./entry.js";
import { readFiles } from "./files.js";
import { isOwnPlace } from "./places.js";

export type Hook = HookOf<Entry>;

/** All facts about one agent, from which the findings are derived. */
export interface Facts {
  readonly agent: CommandHookAgent;
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

const CODEX_LIMIT_MS = 15_000;

/** Inspects every hook in an agent's files once, and reads the manifests of those behind the launcher. */
export async function gather(
  agent: CommandHookAgent,
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
  const trust =
    agent.name === "codex" && entries.length + served.length > 0 ? await trustOf(machine, onProgress) : undefined;
  return { agent, machine, places, files, entries, served, faults, hooks, trust };
}

async function trustOf(machine: Machine, onProgress: (what: string) => void): Promise<Trust> {
  const program = installed("codex");
  if (program === undefined) return { failure: "codex is not on the PATH" };
  const own = CODEX.places.user("", machine.env, machine.home);
  if (!isOwnPlace(own)) return { failure: `its folder is unknown: ${own} is not an absolute path` };
  onProgress("checking which hooks codex trusts");
  return untilSignal((signal) => askCodex(program, machine, CODEX_LIMIT_MS, signal));
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
