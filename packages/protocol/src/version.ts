/** The newest version whose wire was observed; later ones are taken to speak as it does. */
export const NEWEST_VERSION = "v0.2.9";

const PATTERN = /^v?(\d+)\.(\d+)(?:\.(\d+))?$/;

/** `v0.2.9` of `0.2.9` or `v0.2.9`; nothing for what is no version of PicoClaw. */
export function parseVersion(text: string): string | undefined {
  const parts = PATTERN.exec(text);
  return parts === null ? undefined : `v${parts[1]}.${parts[2]}.${parts[3] ?? 0}`;
}

/** Whether one version, as `parseVersion` writes it, came before another. */
export function isBefore(version: string, other: string): boolean {
  return rank(version) < rank(other);
}

function rank(version: string): number {
  const numbers = version.slice(1).split(".");
  return numbers.reduce((sum, part) => sum * 10_000 + Number(part), 0);
}
