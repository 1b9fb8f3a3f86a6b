import { eventIn, SIMULATED_HOSTS, SIMULATIONS, type SimulatedHost } from "@agent-hook/sdk/internal/simulations";
import { HOST_EVENTS } from "@agent-hook/sdk/launcher";
import { effectOfAnswer, type HookAnswer, hostFlag } from "@agent-hook/testing/internal/command-hosts";
import { recordings } from "../../../sdk/test/command-hosts/recordings.js";

type Payload = Readonly<Record<string, unknown>>;

/** A one-shot host, at its event before a tool call. */
export interface TestedHost {
  /** Its name in the launcher and the config. */
  readonly name: string;
  readonly event: string;
  /** The value of `--host`. */
  readonly hostValue: string;
  readonly shell: readonly [program: string, ...args: string[]];
  /** Recorded payloads from before a tool call. */
  readonly payloads: readonly { readonly text: string; readonly payload: Payload }[];
  /** Reports whether the host denies the call, by the rules that were observed on it. */
  denies(payload: Payload, answer: HookAnswer): boolean;
}

const payloadsOf = (name: string, event: string) =>
  recordings.filter((one) => one.host === name && one.event === event);

export const ONE_SHOT_HOSTS: readonly TestedHost[] = SIMULATED_HOSTS.map((name): TestedHost => {
  const { beforeTool: event, shell } = SIMULATIONS[name];
  return {
    name,
    event,
    hostValue: hostFlag(name, event),
    shell,
    payloads: payloadsOf(name, event),
    // Cline reads no exit code: the launcher in its config denies then.
    denies: (payload, answer) =>
      effectOfAnswer(name, event, payload, answer).tool === "does not run" || (name === "cline" && answer.exit === 2),
  };
});

/** Returns whether the text names another event of this host. Leaving such an event unanswered approves no call. */
export function namesOtherEvent({ name, event }: TestedHost, text: string): boolean {
  try {
    const named = eventIn(SIMULATIONS[name as SimulatedHost], JSON.parse(text));
    return named !== undefined && named !== event && Object.hasOwn(HOST_EVENTS[name] ?? {}, named);
  } catch {
    return false;
  }
}
