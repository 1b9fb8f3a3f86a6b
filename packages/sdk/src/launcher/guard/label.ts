/** Returns the hook's file, with slashes, or the program. Names the hook to the user who reads the denial. */
export function labelOf([program = "", ...args]: readonly string[]): string {
  return (args.find((word) => /^(?:[a-z]:[\\/]|\.?\/|\\\\)/i.test(word)) ?? program).replaceAll("\\", "/");
}
