import { mcp } from "../wires/mcp.js";
import { picoclaw } from "../wires/picoclaw.js";
import { type Wire, WORKS, type Work } from "../wires/wire.js";
import { type ContenderName, OURS } from "./names.js";
import { compiled, node, source } from "./programs.js";
import { python } from "./python.js";

/** A persistent hook, with the command that its users start it with. */
export interface PersistentHook {
  readonly name: ContenderName;
  readonly wire: Wire;
  /** The kinds of work that it supports. */
  readonly works: readonly Work[];
  command(work: Work): readonly string[];
}

/** The MCP SDK adds a listener for each answer that does not fit into the pipe, and Node warns about them. */
const MCP_TOOL = [process.execPath, "--no-warnings", compiled("mcp-tool")];

export const PERSISTENT_HOOKS: readonly PersistentHook[] = [
  { name: "bare", wire: picoclaw, works: WORKS, command: (work) => node("bare", ...flags(work)) },
  {
    name: OURS,
    wire: picoclaw,
    works: WORKS,
    command: (work) => node(work === "respond" ? "ours-tool" : "ours", ...flags(work)),
  },
  ...(python === undefined ? [] : [pythonPlugin(python.path)]),
  { name: "mcp", wire: mcp, works: ["respond"], command: () => MCP_TOOL },
];

/** Returns the hooks that support a kind of work. */
export function persistentHooksFor(work: Work): readonly PersistentHook[] {
  return PERSISTENT_HOOKS.filter(({ works }) => works.includes(work));
}

/** The floor, which has no log, and our hook with its decision log turned off. */
export function hooksWithoutLog(): readonly PersistentHook[] {
  return PERSISTENT_HOOKS.filter(({ name }) => name === "bare" || name === OURS).map((hook) => ({
    ...hook,
    command: (work) => ["env", "AGENT_HOOK_LOG=off", ...hook.command(work)],
  }));
}

function pythonPlugin(interpreter: string): PersistentHook {
  const command = (work: Work) => [interpreter, source("weather_plugin.py"), ...flags(work)];
  return { name: "python", wire: picoclaw, works: WORKS, command };
}

function flags(work: Work): readonly string[] {
  return work === "large-modify" ? ["--modify"] : [];
}
