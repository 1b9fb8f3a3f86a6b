import type { EntryFinding, HookTrust, Machine } from "@agent-hook/sdk/internal/installs";
import { installedProgram } from "../../config/find-program.js";
import { readRegular } from "../../files/regular-file.js";
import type { CommandHookHost } from "../../host-config/installs.js";
import { canBeOwnPath } from "../consent.js";
import { type Finding, finding, hostFinding } from "../findings.js";
import { untilSignal } from "../until-signal.js";
import type { FileEntry } from "./entry.js";
import type { McpToolEntry } from "./event-list-entries.js";

/** What an agent reports about its hooks, or why that is unknown. `undefined` for an agent that cannot be asked. */
export type Trust = HookTrust | { readonly failure: string } | undefined;

/** Returns whether the agent reported which hooks it trusts. The agent's files do not show that. */
export function reportsTrust(trust: Trust): trust is HookTrust {
  return trust !== undefined && !("failure" in trust);
}

/** Returns what an agent reports about its files as a whole. */
export function trustFindings({ title, trust: trustQuery }: CommandHookHost, trust: Trust): Finding[] {
  if (reportsTrust(trust)) return trust.findings.map(hostFinding);
  if (trust === undefined || trustQuery === undefined) return [];
  const what = `cannot find out whether ${title} trusts the hooks: ${trust.failure}`;
  return [finding("trust-unknown", what, trustQuery.fix)];
}

/** Returns what an agent reports about an entry, such as that the entry is not trusted. */
export function trustProblems(entry: FileEntry | McpToolEntry, trust: Trust): readonly EntryFinding[] {
  return reportsTrust(trust) ? trust.findingsFor(entry) : [];
}

/** Asks an agent which hooks it trusts. */
export async function trustOf(
  host: CommandHookHost,
  machine: Machine,
  onProgress: (what: string) => void,
): Promise<Trust> {
  const { program: name, trust } = host;
  if (trust === undefined) return undefined;
  return untilSignal(async (signal): Promise<Trust> => {
    const { program, ...question } = trustQuestion(host, machine, signal);
    const { userFile } = question;
    if (program === undefined) return { failure: `${name} is not on the PATH` };
    if (!canBeOwnPath(userFile)) return { failure: `its folder is unknown: ${userFile} is not an absolute path` };
    onProgress(`checking which hooks ${name} trusts`);
    return trust.ask({ ...question, program });
  });
}

/** Returns what is needed to ask an agent. `program` is `undefined` if the agent is not on the PATH. */
export function trustQuestion({ program, places }: CommandHookHost, machine: Machine, signal: AbortSignal) {
  return {
    program: installedProgram(program),
    machine,
    userFile: places.user("", machine.env, machine.home),
    read: (path: string) => readRegular(path).bytes,
    signal,
  };
}
