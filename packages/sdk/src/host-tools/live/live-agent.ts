import { type Files, type Folders, readFiles, setFields, writeFiles } from "./folders.js";
import type { ModelApi } from "./model-servers/model-server.js";

/** The commands of hooks, by event name of the agent. */
export type Commands = Readonly<Record<string, string>>;

/** How to run a real agent without an account: its program, its settings and its names for things. */
export interface LiveAgent {
  /** Its npm package. */
  readonly package: string;
  /** The version of its package, if the program names another one. */
  readonly packageVersion?: string;
  /** The package needs its own install script. */
  readonly runsInstallScript?: true;
  /** npm packages whose programs it needs on its PATH, with versions: `node@22` if it needs a Node other than ours. */
  readonly extraPackages?: readonly string[];
  /** The program in its package. */
  readonly program: string;
  readonly modelApi: () => ModelApi;
  /** Returns the call of its shell tool, as the model makes it. */
  shellCall(command: string): { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> };
  /** Its own hooks file, relative to HOME. */
  readonly hooksFile: string;
  /** Returns the hooks in that file for these commands, each with this limit. */
  hooksOf(commands: Commands, seconds: number): object;
  /** Returns the text of that file, which may have settings before. Missing if the file is JSON. */
  hooksText?(hooks: object, before: string): string;
  /** Returns the scripts of these hooks. Present if the agent starts these instead of reading the hooks file. */
  hooksFiles?(hooks: object): Files;
  /** Returns the files that it needs in HOME before it starts, without hooks. */
  settings(folders: Pick<Folders, "project">, modelUrl: string): Files;
  /** Returns the files that it would otherwise install in a project with hooks. */
  projectFiles?(): Files;
  environment(modelUrl: string, temporary: string): Readonly<Record<string, string>>;
  arguments(prompt: string): readonly string[];
  /** Set if a denial ends the turn, so that the model reads no reason. */
  readonly denialEndsTurn?: true;
  /** Set if it calls no hook about the prompt of such a run. */
  readonly skipsPrompt?: true;
  /** Present if a run can use an MCP server. */
  readonly mcp?: LiveMcp;
}

/** How an agent uses an MCP server. */
interface LiveMcp {
  /** Returns what to append to its files in HOME to start this server and to allow its tools. */
  settings(server: string, command: string, args: readonly string[]): Files;
  /** Returns the model's name for a tool. */
  toolName(server: string, tool: string): string;
}

/** Writes hooks into its hooks file. Keeps other settings in that file. */
export async function writeHooks(agent: LiveAgent, home: string, hooks: object): Promise<void> {
  const { hooksFile, hooksFiles, hooksText } = agent;
  if (hooksFiles !== undefined) return writeFiles(home, hooksFiles(hooks));
  if (hooksText === undefined) return setFields(home, hooksFile, hooks);
  const { [hooksFile]: before = "" } = await readFiles(home);
  await writeFiles(home, { [hooksFile]: hooksText(hooks, before) });
}

/** Returns hooks in lists of groups, a form that several agents share. The unit of `timeout` differs between them. */
export function groupedHooks(commands: Commands, timeout: number): object {
  const entries = Object.entries(commands).map(([event, command]) => [
    event,
    [{ hooks: [{ type: "command", command, timeout }] }],
  ]);
  return { hooks: Object.fromEntries(entries) };
}
