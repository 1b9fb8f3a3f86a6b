import { homedir } from "node:os";
import { usageError } from "../command-error.js";
import type { ConfigFlags } from "../commands/config.js";
import type { HostFormat } from "../host-config/index.js";

type Flags = Pick<ConfigFlags, "write" | "remove" | "yes" | "project" | "mcpTool">;

/** Throws `CommandError` for flags that do not go together. */
export function demandTarget(
  { name, places, asksServers }: Pick<HostFormat, "name" | "places" | "asksServers">,
  given: string | undefined,
  { write, remove, yes, project, mcpTool }: Flags,
): void {
  if (mcpTool && !asksServers) {
    throw usageError(`--mcp-tool: ${name} asks no MCP server about tools; claude-code and codex do`);
  }
  if (write === undefined && (remove || yes)) {
    throw usageError(`${remove ? "--remove" : "--yes"} goes with --write: which file is it about?`);
  }
  if (project && places === undefined) throw usageError(`--project: name the file, ${name} has none of a project`);
  if (project && namedFile(given, write) !== undefined) throw usageError("--project, or the name of a file: not both");
  if (write === true && given === undefined && places === undefined) {
    throw usageError("--write: which file is it about?");
  }
  if (given !== undefined && typeof write === "string") {
    throw usageError(`name the file once: ${given} is printed with the hook in it, --write changes ${write}`);
  }
}

/** The file that somebody named. */
export function namedFile(given: string | undefined, write: Flags["write"]): string | undefined {
  return typeof write === "string" ? write : given;
}

/** The file in which the host itself looks for a hook; nothing for a host whose files have to be named. */
export function hostFile(
  { places }: Pick<HostFormat, "places">,
  name: string,
  { project }: Pick<Flags, "project">,
): string | undefined {
  return project ? places?.project(name) : places?.user(name, process.env, process.env.HOME || homedir());
}
