const PATTERN = /^v?(\d+)\.(\d+)(?:\.(\d+))?$/;

/** Returns `v0.2.9` for `0.2.9` or `v0.2.9`, or `undefined` if the text is not such a version. */
export function parseVersion(text: string): string | undefined {
  const parts = PATTERN.exec(text);
  return parts === null ? undefined : `v${parts[1]}.${parts[2]}.${parts[3] ?? 0}`;
}

/** Whether one version is older than another. Both have the form that `parseVersion` returns. */
export function isBefore(version: string, other: string): boolean {
  return rank(version) < rank(other);
}

function rank(version: string): number {
  const numbers = version.slice(1).split(".");
  return numbers.reduce((sum, part) => sum * 10_000 + Number(part), 0);
}
