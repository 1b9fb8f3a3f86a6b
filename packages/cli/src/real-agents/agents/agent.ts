import type { Folders } from "../folders.js";
import type { Dialect } from "../model-servers/model-server.js";

/** The commands of hooks, by the agent's names of the events. */
export type Commands = Readonly<Record<string, string>>;

/** How a real agent is run without an account: what it is configured with, and what it calls its things. */
export interface RealAgent {
  /** As the SDK names the host. */
  readonly name: "claude-code" | "codex" | "gemini" | "copilot";
  readonly title: string;
  /** The program of its package. */
  readonly program: string;
  readonly dialect: () => Dialect;
  readonly events: { readonly beforeTool: string; readonly afterTool: string };
  /** The call of its shell tool, as the model makes it. */
  shellCall(command: string): { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> };
  /** The file of its own that hooks are configured in, below HOME. */
  readonly hooksFile: string;
  /** That file with these commands as hooks, each with this limit. */
  hooksOf(commands: Commands, seconds: number): object;
  /** What it needs in its HOME before it starts, by file: without hooks. */
  settings(folders: Pick<Folders, "project">, modelUrl: string): Readonly<Record<string, string>>;
  environment(modelUrl: string): Readonly<Record<string, string>>;
  arguments(prompt: string): readonly string[];
}

/** Claude Code, Codex and Gemini CLI write hooks alike; the unit of the limit is theirs. */
export function matchedHooks(commands: Commands, timeout: number): object {
  const entries = Object.entries(commands).map(([event, command]) => [
    event,
    [{ hooks: [{ type: "command", command, timeout }] }],
  ]);
  return { hooks: Object.fromEntries(entries) };
}
