import type { Folders } from "../folders.js";
import type { Dialect } from "../model-servers/model-server.js";

/** The commands of hooks, by event name of the agent. */
export type Commands = Readonly<Record<string, string>>;

/** How to run a real agent without an account: its settings and its names for things. */
export interface RealAgent {
  /** The SDK's name for the host. */
  readonly name: "claude-code" | "codex" | "gemini" | "copilot";
  readonly title: string;
  /** The program in its package. */
  readonly program: string;
  readonly dialect: () => Dialect;
  readonly events: { readonly beforeTool: string; readonly afterTool: string };
  /** Returns the call of its shell tool, as the model makes it. */
  shellCall(command: string): { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> };
  /** Its own hooks file, relative to HOME. */
  readonly hooksFile: string;
  /** Returns the content of that file with these commands as hooks, each with this limit. */
  hooksOf(commands: Commands, seconds: number): object;
  /** Returns the files that it needs in HOME before it starts, without hooks. */
  settings(folders: Pick<Folders, "project">, modelUrl: string): Readonly<Record<string, string>>;
  environment(modelUrl: string): Readonly<Record<string, string>>;
  arguments(prompt: string): readonly string[];
}

/** Returns hooks in the form of Claude Code, Codex and Gemini CLI. The unit of `timeout` differs between them. */
export function matchedHooks(commands: Commands, timeout: number): object {
  const entries = Object.entries(commands).map(([event, command]) => [
    event,
    [{ hooks: [{ type: "command", command, timeout }] }],
  ]);
  return { hooks: Object.fromEntries(entries) };
}
