import { join } from "node:path";
import { HOSTS, HostConfigError, type Launch } from "agent-hook/host-config";
import { type CreateOptions, mainFile } from "./create.js";

/** How one host is told of the hook. */
export interface HostSection {
  /** The host's name on the command line. */
  readonly host: string;
  readonly title: string;
  /** The config file, where all have the same. */
  readonly file: string | undefined;
  readonly json: string;
  readonly notes: readonly string[];
}

const KNOWN: Readonly<Record<string, { readonly title: string; readonly file?: string }>> = {
  picoclaw: { title: "PicoClaw", file: "~/.picoclaw/config.json" },
  mcp: { title: "MCP clients" },
};

/** A section for each host that can use the hook. */
export function hostSections(options: CreateOptions): HostSection[] {
  const { name, template, language, folder, node } = options;
  const facts = { ...template.manifest, name: name.hook };
  const launch: Launch = { name: name.hook, command: [node, join(folder, mainFile(language))] };
  return HOSTS.flatMap(({ name: host, build }) => {
    const { title, file } = KNOWN[host] ?? { title: host };
    try {
      const { config, notes } = build(facts, launch);
      return { host, title, file, json: JSON.stringify(config, null, 2), notes };
    } catch (error) {
      if (error instanceof HostConfigError) return [];
      throw error;
    }
  });
}
