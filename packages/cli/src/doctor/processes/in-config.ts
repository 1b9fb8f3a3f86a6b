/** Returns the JSON to write for a process of the config, and its place, as words for a fix. */
export function inProcess(name: string, fields: Readonly<Record<string, unknown>>): string {
  return inConfig(`hooks.processes.${name}`, fields);
}

/** Returns the JSON to write at a place in the config, and the place, as words for a fix. */
export function inConfig(place: string, fields: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(fields).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  return `in ${place}: ${lines.join(", ")}`;
}
