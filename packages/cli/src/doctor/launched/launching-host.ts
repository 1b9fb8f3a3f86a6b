import { HOST_EVENTS } from "@agent-hook/sdk/launcher";

/** An agent that starts hooks by the launcher. */
export interface LaunchingHost {
  /** As the SDK names it. */
  readonly name: string;
  /** As a person calls it. */
  readonly title: string;
  /** How long it waits at most, in seconds, at events where no `timeout` makes it wait longer. */
  readonly longest?: Readonly<Record<string, number>>;
}

/** Whether a crash of a hook lets something through at an event. */
export function opens({ name }: LaunchingHost, event: string): boolean {
  const { denial: refusal, point } = HOST_EVENTS[name]?.[event] ?? {};
  return refusal !== undefined || point === "afterTool";
}

/** The event at which an agent asks before a tool. */
export function beforeTool({ name }: LaunchingHost): string {
  const events = Object.entries(HOST_EVENTS[name] ?? {});
  return events.find(([, { point }]) => point === "beforeTool")?.[0] ?? "";
}
