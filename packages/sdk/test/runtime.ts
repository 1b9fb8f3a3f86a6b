/** The command that starts a script: Node, or the runtime that `vitest.runtimes.config.ts` sets. */
export const RUNTIME: readonly [string, ...string[]] = process.env.RUNTIME_COMMAND
  ? JSON.parse(process.env.RUNTIME_COMMAND)
  : [process.execPath];
