import type { HookFacts } from "../facts/facts.js";
import { probeFailure } from "../probe/probe.js";
import { quoted } from "../quoted.js";
import { type Finding, finding } from "./catalogue.js";

/** Reports a harmless call that the hook failed, or why it was not made. */
export function probeFindings({ withheld, probe, config, command, name }: HookFacts): Finding[] {
  const words = (config.command ?? []).map(quoted).join(" ");
  if (withheld) {
    const what = `it was not started: its file is not your own config, and "${words}" may do anything`;
    return [finding("not-run", what, "read the command; if you trust it, run agent-hook doctor --run-project-hooks")];
  }
  if (probe?.failure === undefined) return [];
  const file = command.script?.path ?? command.program ?? name;
  const see = [
    "agent-hook",
    "call",
    "before_tool",
    "--tool",
    probe.call.tool,
    "--args",
    JSON.stringify(probe.call.input),
  ];
  const fix = `debug ${file}; to see what it does: ${see.map(quoted).join(" ")} -- ${words}`;
  return [finding("probe-failed", `${file}: ${probeFailure(probe)}`, fix)];
}
