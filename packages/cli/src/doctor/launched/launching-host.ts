import { HOST_EVENTS } from "@agent-hook/sdk/launcher";

/** An agent that starts hooks through the launcher. */
export interface LaunchingHost {
  /** The SDK's name for the host. */
  readonly name: string;
  /** The display name. */
  readonly title: string;
  /** The longest wait in seconds, for events at which a longer `timeout` has no effect. */
  readonly longest?: Readonly<Record<string, number>>;
}

/** Returns whether a crashed hook lets something through at an event. */
export function opens({ name }: LaunchingHost, event: string): boolean {
  const { denial: refusal, point } = HOST_EVENTS[name]?.[event] ?? {};
  return refusal !== undefined || point === "afterTool";
}

/** Returns the event at which an agent calls hooks before a tool. */
export function beforeTool({ name }: LaunchingHost): string {
  const events = Object.entries(HOST_EVENTS[name] ?? {});
  return events.find(([, { point }]) => point === "beforeTool")?.[0] ?? "";
}
