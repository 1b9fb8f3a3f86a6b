import { HOST_EVENTS } from "@agent-hook/sdk/launcher";

/** Returns the first event of a one-shot host that belongs to a point, or `undefined`. */
export function eventAt(host: string, point: string): string | undefined {
  return Object.entries(HOST_EVENTS[host] ?? {}).find(([, event]) => event.point === point)?.[0];
}

/** Returns the events of a one-shot host that have a portable kind, such as `tool.end`. */
export function eventsOfKind(host: string, kind: string): readonly string[] {
  return Object.entries(HOST_EVENTS[host] ?? {}).flatMap(([name, event]) => (event.kind === kind ? [name] : []));
}
