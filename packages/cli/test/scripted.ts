import { agentHook, type CommandResult, file, type RunOptions } from "./run-command.js";

/** What the scripted hook does at a method. */
export interface Behaviour {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
  readonly print?: string;
  readonly log?: string;
  readonly append?: string;
  readonly silent?: true;
  readonly exit?: number;
}

export type Script = Readonly<Record<`hook.${string}`, Behaviour>>;

/** A hook without the SDK. Its behaviour comes from its environment. */
const SCRIPTED = [process.execPath, file("packages/cli/test/hooks/scripted.mjs")];

/** Runs `agent-hook` with a scripted hook. */
export function withScript(
  args: readonly string[],
  script: Script = {},
  options: RunOptions = {},
): Promise<CommandResult> {
  const env = { SCRIPT: JSON.stringify(script), ...options.env };
  return agentHook([...args, "--", ...SCRIPTED], { ...options, env });
}
