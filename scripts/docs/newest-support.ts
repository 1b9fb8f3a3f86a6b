import type { Capability, HostCapabilities, Support } from "../../packages/sdk/src/index.js";

/** Returns the support of the newest version. A field of `modify` without a row has the support of `modify` itself. */
export function newest(host: HostCapabilities, point: Capability["point"], decision: Capability["decision"]): Support {
  const rows = host.decisions.filter((row) => row.point === point && row.before === undefined);
  const row =
    rows.find((one) => one.decision === decision) ?? rows.find((one) => decision.startsWith(`${one.decision}.`));
  return row?.support ?? "no";
}
