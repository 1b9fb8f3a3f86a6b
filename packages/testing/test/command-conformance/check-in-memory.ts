import { RuleFinding } from "@agent-hook/picoclaw/internal/testing";
import { fieldIn, type Payload, SIMULATIONS } from "@agent-hook/sdk/internal/simulations";
import { expect } from "vitest";
import { checkedHost } from "../../src/command-conformance/hosts.js";
import type { CommandSession } from "../../src/command-conformance/lab.js";
import type { CommandHostName } from "../../src/internal/command-hosts.js";

/** What a hook writes at an event, and its exit code. Default: nothing, and 0. */
export interface Printed {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly exit?: number;
}

export interface CheckOptions {
  readonly host: CommandHostName;
  readonly version?: string;
  readonly only?: readonly string[];
  readonly policy?: "block" | "continue";
  /** What the hook writes about an event. `payload` is `undefined` if it cannot be read. */
  hook(event: string, payload: Payload | undefined): Printed;
}

/** Checks a hook in this process as `checkCommandHook` does. Returns the verdicts by id, except for `passed`. */
export async function checkInMemory({ host: name, version, only, policy = "continue", hook }: CheckOptions) {
  const host = checkedHost(name, version);
  const { beforeTool, fields } = SIMULATIONS[name];
  const hasTool = (payload: Payload | undefined) => payload !== undefined && fieldIn(payload, fields.tool);
  const run = async (sent: string, event = host.toolCall.event) => {
    const payload = parsed(sent);
    const isDenied = policy === "block" && event === beforeTool && !hasTool(payload);
    const printed = isDenied ? { stderr: "no tool to judge", exit: 2 } : hook(event, payload);
    return { sent, stdout: "", stderr: "", exit: 0, late: false, held: false, ...printed };
  };
  const session = {
    host,
    at: ({ event, payload }: { readonly event: string; readonly payload: Payload }) => run(host.text(payload), event),
    with: run,
    policy: async () => policy,
  } as unknown as CommandSession;
  const verdicts: Record<string, string> = {};
  for (const rule of host.rules.filter(({ id }) => only?.includes(id) ?? true)) {
    await rule.check(session).catch((error: unknown) => {
      if (!(error instanceof RuleFinding)) throw error;
      verdicts[rule.id] = error.verdict;
      if (error.verdict !== "broken") return;
      expect(error.evidence).toMatchObject({ sent: expect.any(String), received: expect.any(String) });
    });
  }
  return verdicts;
}

function parsed(text: string): Payload | undefined {
  try {
    return JSON.parse(text) as Payload;
  } catch {
    return undefined;
  }
}
