import { SIMULATIONS, type Simulation } from "@agent-hook/sdk/simulations";
import { effectOfAnswer } from "@agent-hook/testing/command-hosts";
import { effectOf, executeHooks } from "@agent-hook/testing/docker-agent";
import { find } from "../../../sdk/test/launcher/find-program.js";
import type { PromiseCase } from "./case.js";
import { commandOf, surrounded } from "./command.js";
import type { OneShot } from "./hosts.js";
import { strikeFromOutside, TAG } from "./processes.js";
import { type Ended, fullPipe, runShell } from "./run-shell.js";
import type { Seen } from "./seen.js";
import { FORBIDDEN, writeGuard } from "./source.js";
import type { Stage } from "./stage.js";

/** Far above the launcher's limit, in milliseconds. */
const LIMIT_MS = 20_000;
const LIMIT_WITHOUT_FAULTS_MS = 90_000;

/** Calls the guard as a one-shot host does. */
export async function askOneShot(one: PromiseCase, host: OneShot, shell: string, stage: Stage): Promise<Seen> {
  const { environment, faults } = one;
  const full = environment.stderr === "full" ? fullPipe(stage) : undefined;
  const command = commandOf(one, host, writeGuard(one, stage), stage);
  const payload = payloadOf(host, shell, stage);
  const { signal } = environment;
  const { heldMs }: Partial<Simulation> = host.launcher === "docker-agent" ? {} : SIMULATIONS[host.launcher];
  let striking: NodeJS.Timeout | undefined;
  try {
    const ended = await runShell(stage, {
      words: surrounded(one, stage, [...callerOf(one, host), command], full?.path),
      stdin: JSON.stringify(payload),
      env: { ...process.env, ...environment.variables, [TAG]: stage.tag },
      plumbing: environment.plumbing,
      limitMs: faults.length === 0 ? LIMIT_WITHOUT_FAULTS_MS : LIMIT_MS,
      ...(heldMs === undefined ? {} : { heldMs }),
      started() {
        if (signal) striking = setTimeout(() => strikeFromOutside(signal, stage.tag), signal.afterMs);
      },
    });
    return seenOf(host, payload, ended);
  } finally {
    clearTimeout(striking);
    full?.close();
  }
}

/** Returns the shell that runs the host's command. */
function callerOf({ environment: { shell } }: PromiseCase, host: OneShot): readonly string[] {
  const own = host.launcher === "docker-agent" ? ["/bin/sh", "-c"] : SIMULATIONS[host.launcher].shell;
  const [name = "", ...args] = shell === "own" ? own : shell === "busybox" ? ["busybox", "ash", "-c"] : [shell, "-c"];
  return [name.startsWith("/") ? name : (find(name) ?? name), ...args];
}

function payloadOf(host: OneShot, command: string, stage: Stage): Readonly<Record<string, unknown>> {
  const cwd = stage.folder;
  if (host.launcher === "docker-agent") {
    const call = { tool_name: "shell", tool_use_id: "call_1", tool_input: { cmd: command } };
    return { session_id: "session-1", cwd, hook_event_name: "pre_tool_use", agent_name: "root", ...call };
  }
  const { payloads, beforeTool, fields, shellTool } = SIMULATIONS[host.launcher];
  return { ...payloads[beforeTool], cwd, [fields.tool]: shellTool, [fields.input]: { command } };
}

/** Applies the measured rules of the host. */
function seenOf(host: OneShot, payload: Readonly<Record<string, unknown>>, ended: Ended): Seen {
  const { late, ...how } = ended;
  const detail = JSON.stringify({ ...how, stdout: how.stdout.slice(0, 400), stderr: how.stderr.slice(-1200) });
  if (host.launcher !== "docker-agent") {
    const answer = { ...how, ...(late ? { timedOut: true } : {}) };
    const effect = effectOfAnswer(host.launcher, SIMULATIONS[host.launcher].beforeTool, payload, answer);
    const ran = effect.tool !== "does not run";
    return { ran: ran && hasForbidden(effect.arguments ?? payload), allowed: effect.tool === "runs", late, detail };
  }
  const { version, variant } = host;
  const run = late ? { failed: "timed out", stdout: how.stdout, stderr: how.stderr } : how;
  const result = executeHooks([run], { version, event: "pre_tool_use", variant });
  // If no hook denies the call, the user's rules decide, and they may allow it.
  const effect = effectOf("pre_tool_use", payload, result, { variant, yolo: variant === "preempt" });
  const ran = effect.tool !== "denied" && effect.turn === "goes on";
  return { ran: ran && hasForbidden(effect.arguments), allowed: ran, late, detail };
}

const hasForbidden = (args: unknown) => JSON.stringify(args).includes(FORBIDDEN);
