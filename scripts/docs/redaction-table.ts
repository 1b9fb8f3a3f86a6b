import type { Capability, HostCapabilities } from "../../packages/sdk/src/index.js";
import type { DocumentedHost } from "./host-tables.js";
import { newest } from "./newest-support.js";
import { table } from "./table.js";

/** Returns what `redactSecrets` can do on each host, from the capabilities of the newest version. */
export function redactionTable(hosts: readonly DocumentedHost[]): string {
  return table(
    ["host", "arguments", "results", "prompts", "model"],
    hosts.map(({ title, page, capabilities }) => [
      `[${title}](${page.replace("docs/", "")})`,
      redactionCell(capabilities, "beforeTool", "modify.arguments", "denied"),
      redactionCell(capabilities, "afterTool", "modify.result", "withheld"),
      promptCell(capabilities),
      modelCell(capabilities),
    ]),
  );
}

/** Returns what `scanResults` can do on each host, from the capabilities of the newest version. */
export function scanTable(hosts: readonly DocumentedHost[]): string {
  const cell = (host: HostCapabilities, decision: Capability["decision"], done: string) => {
    const support = newest(host, "afterTool", decision);
    return support === "no" ? "-" : support === "partly" ? `${done}, partly` : done;
  };
  return table(
    ["host", "`mark`", "`withhold`", "errors of failed tools"],
    hosts.map(({ title, page, capabilities }) => [
      `[${title}](${page.replace("docs/", "")})`,
      cell(capabilities, "modify.result", "marked"),
      cell(capabilities, "deny", "withheld"),
      cell(capabilities, "addContext", "a warning next to it"),
    ]),
  );
}

function redactionCell(
  host: HostCapabilities,
  point: Capability["point"],
  decision: Capability["decision"],
  ifUnsupported: string,
) {
  const support = newest(host, point, decision);
  if (support === "no") return newest(host, point, "deny") === "no" ? "-" : ifUnsupported;
  return support === "partly" ? "redacted, partly" : "redacted";
}

function promptCell(host: HostCapabilities): string {
  if (newest(host, "beforeLlm", "modify.messages") !== "no") return "redacted by `model`";
  return newest(host, "onPrompt", "deny") === "no" ? "-" : "denied";
}

function modelCell(host: HostCapabilities): string {
  const parts = [
    ...(newest(host, "beforeLlm", "modify.messages") === "no" ? [] : ["messages"]),
    ...(newest(host, "afterLlm", "modify.content") === "no" ? [] : ["replies"]),
  ];
  return parts.length === 0 ? "-" : parts.join(", ");
}
