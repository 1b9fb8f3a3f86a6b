import { HookManager, HooksStartError } from "@agent-hook/picoclaw";
import type { GuaranteeCase } from "./case.js";
import type { CaseOutcome } from "./case-outcome.js";
import { inEnvironment } from "./command.js";
import { kindOf } from "./faults.js";
import { hostNamed, type Persistent } from "./hosts.js";
import { strikeFromOutside, TAG } from "./processes.js";
import { FORBIDDEN, writeGuard } from "./source.js";
import type { Stage } from "./stage.js";

const START_MS = 20_000;
const WITHOUT_FAULTS_MS = 90_000;

/** Calls the guard as PicoClaw or a program with `HookManager` does. */
export async function runPersistent(one: GuaranteeCase, shell: string, stage: Stage): Promise<CaseOutcome> {
  const host = hostNamed(one.host) as Persistent;
  const { signal } = one.environment;
  const words = [...writeGuard(one, stage), "--host", host.hostValue];
  const stderr: string[] = [];
  const limit = limitMs(one);
  const started = HookManager.start(
    {
      defaults: { interceptor_timeout_ms: limit, approval_timeout_ms: limit },
      processes: {
        guard: {
          enabled: true,
          command: inEnvironment(one, stage, one.environment.plumbing === "pipe" ? throughPipes(words) : words),
          intercept: ["before_tool", "after_tool", "approve_tool"],
          env: { AGENT_HOOK_HOST: "", ...one.environment.variables, [TAG]: stage.tag },
          // PicoClaw lacks these features of `HookManager`.
          ...(host.kind === "picoclaw" ? { restart: false, onFailure: "continue" as const } : {}),
        },
      },
    },
    {
      ...(host.kind === "picoclaw" ? { version: host.version } : {}),
      ownGroups: true,
      helloTimeoutMs: one.faults.length === 0 ? WITHOUT_FAULTS_MS : START_MS,
      onStderr: (line) => stderr.push(line),
      onReport: () => {},
    },
  );
  const manager = await started.catch((error: unknown) => {
    if (error instanceof HooksStartError) return undefined;
    throw error;
  });
  // The agent does not start.
  if (manager === undefined) return { ran: false, allowed: false, late: false, detail: stderr.slice(-5).join("\n") };
  let ran = false;
  let allowed = false;
  const striking = signal && setTimeout(() => strikeFromOutside(signal, stage.tag), signal.afterMs);
  try {
    const call = { tool: "exec", arguments: { command: shell } };
    const { outcome, text, reports } = await manager.runTool(call as never, ({ arguments: args }) => {
      ran = JSON.stringify(args).includes(FORBIDDEN);
      allowed = true;
      return "it ran";
    });
    const result = { outcome, text: text.slice(0, 200), reports: reports.map(({ kind }) => kind) };
    return {
      ran,
      allowed,
      late: false,
      detail: `${JSON.stringify(result)}\n${stderr.slice(-5).join("\n").slice(-1200)}`,
    };
  } finally {
    clearTimeout(striking);
    await manager.close();
  }
}

/** Returns the host's limit. It is short only if a fault makes the process hang or end. */
function limitMs({ faults }: GuaranteeCase): number {
  if (faults.length === 0) return WITHOUT_FAULTS_MS;
  return faults.some((fault) => kindOf(fault).process) ? 2000 : 10_000;
}

/** A host in Node gives the hook sockets. A shell connects its programs with pipes. */
function throughPipes(words: readonly string[]): readonly string[] {
  return ["/bin/sh", "-c", '/bin/cat | "$@" | /bin/cat', "sh", ...words];
}
