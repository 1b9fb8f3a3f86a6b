const PATTERN = /^v?(\d+)\.(\d+)(?:\.(\d+))?$/;

/** `v0.2.9` of `0.2.9` or `v0.2.9`; nothing for what is no version. */
export function parseVersion(text: string): string | undefined {
  const parts = PATTERN.exec(text);
  return parts === null ? undefined : `v${parts[1]}.${parts[2]}.${parts[3] ?? 0}`;
}
