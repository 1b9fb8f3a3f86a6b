import { HOST_EVENTS } from "@agent-hook/sdk/launcher";
import { SIMULATED_HOSTS, SIMULATIONS } from "@agent-hook/sdk/simulations";
import { effectOfAnswer, type HookAnswer, hostFlag } from "@agent-hook/testing/command-hosts";
import { effectOf, executeHooks } from "@agent-hook/testing/docker-agent";
import { recordings } from "../../../sdk/test/command-hosts/recordings.js";

type Payload = Readonly<Record<string, unknown>>;

/** A one-shot host, at its event before a tool call. */
export interface OneShotHost {
  /** Its name in the launcher and the config. */
  readonly name: string;
  readonly event: string;
  /** The value of `--host`. */
  readonly called: string;
  readonly shell: readonly [program: string, ...args: string[]];
  /** Recorded payloads from before a tool call. */
  readonly payloads: readonly { readonly text: string; readonly payload: Payload }[];
  /** Reports whether the host denies the call, by its measured rules. */
  refuses(payload: Payload, answer: HookAnswer): boolean;
}

const payloadsOf = (name: string, event: string) =>
  recordings.filter((one) => one.host === name && one.event === event);

const commandHosts = SIMULATED_HOSTS.map((name): OneShotHost => {
  const { beforeTool: event, shell } = SIMULATIONS[name];
  return {
    name,
    event,
    called: hostFlag(name, event),
    shell,
    payloads: payloadsOf(name, event),
    refuses: (payload, answer) => effectOfAnswer(name, event, payload, answer).tool === "does not run",
  };
});

const dockerAgent: OneShotHost = {
  name: "docker-agent",
  event: "pre_tool_use",
  called: "docker-agent",
  shell: ["/bin/sh", "-c"],
  payloads: payloadsOf("docker-agent", "pre_tool_use"),
  refuses(payload, { stdout, stderr, exit, signal }) {
    const run = {
      ...(stdout && { stdout }),
      ...(stderr && { stderr }),
      ...(signal ? { signal } : { exit: exit ?? 0 }),
    };
    const asked = { version: "v1.123.0", event: "pre_tool_use" } as const;
    const effect = effectOf("pre_tool_use", payload, executeHooks([run], asked), { variant: "default", yolo: false });
    return effect.tool === "denied";
  },
};

export const ONE_SHOT_HOSTS: readonly OneShotHost[] = [...commandHosts, dockerAgent];

/** Returns whether the text names another event of this host. Silence does not approve a call then. */
export function isOther({ name, event }: OneShotHost, text: string): boolean {
  try {
    const named = JSON.parse(text)?.hook_event_name;
    return typeof named === "string" && named !== event && Object.hasOwn(HOST_EVENTS[name] ?? {}, named);
  } catch {
    return false;
  }
}
