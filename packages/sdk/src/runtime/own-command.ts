/** Returns the words that started this hook, after the program. A mod and a launcher start a hook with the same words. */
export function ownCommand(): string {
  return process.argv.slice(1).join("\n");
}
