import { type PlacedEntry, realPath } from "@agent-hook/sdk/internal/installs";
import { hookFilesOf, thisMachine } from "../doctor/consent.js";
import { entriesOf } from "../doctor/launched/event-list-entries.js";
import { reportsTrust, trustOf } from "../doctor/launched/trust.js";
import { untilSignal } from "../doctor/until-signal.js";
import { EXIT_CODES } from "../exit-codes.js";
import { COMMAND_HOOK_HOSTS, type CommandHookHost } from "../host-config/installs.js";
import type { Invocation } from "../invocation.js";
import { escapeLine } from "../terminal/escape.js";
import type { ChangeFlags } from "./change-file.js";
import type { ConfigPlan } from "./config-plan.js";
import { confirm } from "./confirm.js";

/** The entries of a hook in a file of a host that does not trust every hook. */
export interface TrustableEntries {
  readonly host: CommandHookHost;
  readonly name: string;
  readonly entries: readonly PlacedEntry[];
}

/**
 * Returns the written entries if the user can be asked to trust them. Nobody is asked without a terminal. `--yes` agrees
 * to the change of the file, and to nothing else.
 */
export function trustableEntries(
  { format, launch, config }: ConfigPlan,
  path: string,
  { terminal }: Invocation,
  { yes, json }: ChangeFlags,
): TrustableEntries | undefined {
  const host = COMMAND_HOOK_HOSTS.find(({ name }) => name === format.name);
  if (yes || json || !terminal.interactive || host?.trust === undefined) return undefined;
  const file = hookFilesOf(host, thisMachine()).find((one) => realPath(one.path) === path);
  if (file === undefined) return undefined;
  const entries = entriesOf(host, { ...file, value: config }, process.cwd());
  return { host, name: launch.name, entries: entries.filter((entry) => "event" in entry) };
}

/** Asks the user whether the host may trust entries. Returns whether the host starts them. */
export async function offerTrust({ host, name, entries }: TrustableEntries, invocation: Invocation): Promise<boolean> {
  const { terminal } = invocation;
  const { title } = host;
  const trust = await trustOf(host, thisMachine(), (step) => terminal.progress(step));
  terminal.clearProgress();
  if (!reportsTrust(trust)) return failed(`cannot find out whether ${title} trusts "${name}": ${trust?.failure}`);
  const offer = trust.offer(entries);
  if ("findings" in offer) {
    for (const line of new Set(offer.findings.map(([, what, fix]) => `${what}: ${fix}`))) failed(line);
    return false;
  }
  if (offer.entries.length > 0) {
    terminal.print(`${title} skips "${escapeLine(name)}" until you trust it. If you do, it ${host.trust?.means}:`);
    for (const line of new Set(offer.entries.map(startedBy))) terminal.print(`  ${escapeLine(line)}`);
    const answer = await confirm("Trust it now?", { initialValue: false });
    if (answer === "cancelled") invocation.exitCode = EXIT_CODES.cancelled;
    if (answer !== "yes") return false;
    terminal.progress(`waiting for ${host.program}`);
    const failure = await untilSignal((signal) => offer.grant(signal));
    terminal.clearProgress();
    if (failure !== undefined) {
      invocation.exitCode = EXIT_CODES.findings;
      return failed(`${title} does not trust "${name}": ${failure}`);
    }
  }
  terminal.print(`${title} trusts "${escapeLine(name)}"`);
  return true;

  function failed(what: string): false {
    terminal.note(`Warning: ${escapeLine(what)}`);
    return false;
  }
}

function startedBy({ event, command, server }: PlacedEntry): string {
  return `${event}: ${command ?? `the MCP server "${server}"`}`;
}
