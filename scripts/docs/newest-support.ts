import type { Capability, HostCapabilities, Support } from "../../packages/sdk/src/index.js";

/** Returns the support of the newest version for a table: a mod may add to it. */
export function shownSupport(
  host: HostCapabilities,
  point: Capability["point"],
  decision: Capability["decision"],
): string {
  const { withMod, support = "no" } = newestRow(host, point, decision) ?? {};
  return withMod === undefined ? support : `${withMod.support} with a mod`;
}

/** Returns the support of the newest version. A field of `modify` without a row has the support of `modify` itself. */
export function newest(host: HostCapabilities, point: Capability["point"], decision: Capability["decision"]): Support {
  return newestRow(host, point, decision)?.support ?? "no";
}

function newestRow(
  host: HostCapabilities,
  point: Capability["point"],
  decision: Capability["decision"],
): Capability | undefined {
  const rows = host.decisions.filter((row) => row.point === point && row.before === undefined);
  return rows.find((one) => one.decision === decision) ?? rows.find((one) => decision.startsWith(`${one.decision}.`));
}
