/** The exit codes of every command except `trace` and `dev`, which exit as the hook does. */
export const EXIT_CODES = {
  success: 0,
  findings: 1,
  usage: 2,
  notRun: 3,
  cancelled: 130,
} as const;

/** The meanings of the codes, for `--help` and the reference. */
export const EXIT_CODE_MEANINGS: readonly (readonly [code: number, meaning: string])[] = [
  [EXIT_CODES.success, "success"],
  [EXIT_CODES.findings, "problems found"],
  [EXIT_CODES.usage, "invalid usage"],
  [EXIT_CODES.notRun, "the hook could not be run"],
  [EXIT_CODES.cancelled, "cancelled at a prompt"],
];
