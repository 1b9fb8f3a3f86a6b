import { HOST_EVENTS } from "@agent-hook/sdk/launcher";

/** Returns a one-shot host's first event with a point, or `undefined`. */
export function eventAt(host: string, point: string): string | undefined {
  return Object.entries(HOST_EVENTS[host] ?? {}).find(([, event]) => event.point === point)?.[0];
}

/** Returns a one-shot host's events of a portable kind, such as `tool.end`. */
export function eventsOfKind(host: string, kind: string): readonly string[] {
  return Object.entries(HOST_EVENTS[host] ?? {}).flatMap(([name, event]) => (event.kind === kind ? [name] : []));
}
