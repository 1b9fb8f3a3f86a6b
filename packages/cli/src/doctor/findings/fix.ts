/** Returns the JSON for a process in the config. */
export function inProcess(name: string, fields: Readonly<Record<string, unknown>>): string {
  return inConfig(`hooks.processes.${name}`, fields);
}

/** Returns the JSON for a place in the config. */
export function inConfig(place: string, fields: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(fields).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  return `in ${place}: ${lines.join(", ")}`;
}
