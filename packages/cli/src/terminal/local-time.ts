/** Returns a time in the machine's time zone: `2026-11-26 10:03:11`. Swedish writes dates as in ISO 8601. */
export function localTime(time: string): string {
  return new Date(time).toLocaleString("sv");
}
