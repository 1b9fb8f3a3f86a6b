import { HOST_TIMEOUTS_MS } from "@agent-hook/picoclaw/protocol";
import { quoted } from "@agent-hook/sdk/internal/installs";
import { type Finding, finding } from "../findings.js";
import { probeDenial, probeFailure } from "../probe/probe.js";
import type { HookProcessFacts } from "./facts.js";
import { rejectsModes } from "./mode-findings.js";

/** Reports a hook that does not start, and output on stdout that is not a message. */
export function helloFindings(hook: HookProcessFacts): Finding[] {
  const { host, start, killed } = hook;
  // A guard that rejects its modes is reported as `guard-not-called`.
  if (start === undefined || rejectsModes(hook)) return [];
  const restartFailure = killed !== undefined && "failure" in killed ? killed.failure : undefined;
  return [
    ...(start.failure === undefined ? [] : startFailure(hook, start.failure)),
    ...(restartFailure === undefined
      ? []
      : [
          finding(
            "hello-failed",
            `it started once, but not a second time: ${restartFailure}; ${host.title} may not start after a restart`,
            "find what the first process holds (a port, a lock), and release it when stdin ends",
          ),
        ]),
    ...(start.noise.length === 0
      ? []
      : [
          finding(
            "stdout-noise",
            `it writes something other than messages to stdout: ${start.noise[0]}${more(start.noise.length - 1)}`,
            "write to stderr instead: stdout is for the protocol",
          ),
        ]),
  ];
}

function startFailure(
  hook: HookProcessFacts,
  { kind, what, stderr }: NonNullable<NonNullable<HookProcessFacts["start"]>["failure"]>,
): Finding[] {
  const stderrText = stderr === "" ? "" : `; its last lines on stderr:\n${stderr}`;
  if (kind === "late") {
    const seconds = HOST_TIMEOUTS_MS.hello / 1000;
    const message = `it did not answer hello within ${seconds} s: ${hook.host.title} waits for it, and does not start${stderrText}`;
    return [finding("hello-late", message, "answer hook.hello first, and do slow work later or in the background")];
  }
  return [finding("hello-failed", `${what}: ${hook.host.title} does not start${stderrText}`, failureFix(hook))];
}

function failureFix({ host, config }: HookProcessFacts): string {
  const words = (config.command ?? []).map(quoted);
  return `find out what it needs: agent-hook check --host ${host.name} -- ${words.join(" ")}`;
}

function more(count: number): string {
  return count > 0 ? ` (and ${count} more)` : "";
}

/** Reports that the hook failed or denied a harmless call, or that the user did not allow its command to run. */
export function probeFindings({ host, consentMissing, probe, config, command, name }: HookProcessFacts): Finding[] {
  const words = (config.command ?? []).map(quoted).join(" ");
  if (consentMissing) {
    const what = `it was not started: its file is not your own config, and "${words}" may do anything`;
    return [finding("not-run", what, "read the command; if you trust it, run agent-hook doctor --run-project-hooks")];
  }
  if (probe === undefined) return [];
  const file = command.script?.path ?? command.program ?? name;
  const { tool, input } = probe.call;
  const call = ["call", "before_tool", "--host", host.name, "--tool", tool, "--args", JSON.stringify(input)];
  const again = `to see what it does: agent-hook ${call.map(quoted).join(" ")} -- ${words}`;
  if (probe.failure !== undefined) {
    return [finding("probe-failed", `${file}: ${probeFailure(probe)}`, `debug ${file}; ${again}`)];
  }
  return probe.denied ? [finding("probe-denied", `${file}: ${probeDenial(probe)}`, again)] : [];
}
