import { civic } from "../wires/civic.js";
import { mcp } from "../wires/mcp.js";
import { picoclaw } from "../wires/picoclaw.js";
import { type Wire, WORKS, type Work } from "../wires/wire.js";
import type { ContenderName } from "./names.js";
import { compiled, node, source } from "./programs.js";
import { python } from "./python.js";

/** A hook that stays, as it is started by those who use it. */
export interface Lasting {
  readonly name: ContenderName;
  readonly wire: Wire;
  /** What it can do. */
  readonly works: readonly Work[];
  command(work: Work): readonly string[];
}

/** Its transport waits with a listener for each answer that the pipe has no room for, of which Node warns. */
const MCP_TOOL = [process.execPath, "--no-warnings", compiled("mcp-tool")];

export const LASTING: readonly Lasting[] = [
  { name: "bare", wire: picoclaw, works: WORKS, command: (work) => node("bare", ...flags(work)) },
  {
    name: "agent-hook",
    wire: picoclaw,
    works: WORKS,
    command: (work) => node(work === "respond" ? "ours-tool" : "ours", ...flags(work)),
  },
  ...(python === undefined ? [] : [pythonPlugin(python.path)]),
  { name: "mcp", wire: mcp, works: ["respond"], command: () => MCP_TOOL },
  { name: "civic", wire: civic, works: ["continue", "respond"], command: () => node("civic-hook") },
];

/** Those that can do a work. */
export function lastingFor(work: Work): readonly Lasting[] {
  return LASTING.filter(({ works }) => works.includes(work));
}

function pythonPlugin(interpreter: string): Lasting {
  const command = (work: Work) => [interpreter, source("weather_plugin.py"), ...flags(work)];
  return { name: "python", wire: picoclaw, works: WORKS, command };
}

function flags(work: Work): readonly string[] {
  return work === "large-modify" ? ["--modify"] : [];
}
