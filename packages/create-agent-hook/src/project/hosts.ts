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
  /** Nothing where it is not JSON, or has the launcher in it, whose place is not known yet: the command prints it. */
  readonly json: string | undefined;
  /** Whether `config` finds the file by itself. */
  readonly hasPlace: boolean;
  /** Whether there is something to put into a config; if not, the notes say how the host gets the tools. */
  readonly isConfigured: boolean;
  readonly notes: readonly string[];
}

const KNOWN: Readonly<Record<string, { readonly title: string; readonly file?: string }>> = {
  picoclaw: { title: "PicoClaw", file: "~/.picoclaw/config.json" },
  mcp: { title: "MCP clients" },
  "docker-agent": { title: "docker-agent" },
  "claude-code": { title: "Claude Code" },
  codex: { title: "Codex" },
  gemini: { title: "Gemini CLI" },
  copilot: { title: "Copilot CLI" },
};

/** A section for each host that can use the hook. */
export function hostSections(options: CreateOptions): HostSection[] {
  const { name, template, language, folder, node } = options;
  const facts = { ...template.manifest, name: name.hook };
  const launch: Launch = { name: name.hook, command: [node, join(folder, mainFile(language))], launcher: "/" };
  return HOSTS.flatMap(({ name: host, build, needsLauncher, places }) => {
    const { title, file } = KNOWN[host] ?? { title: host };
    const section = { host, title, file, hasPlace: places !== undefined };
    try {
      const { config, notes } = build(facts, launch);
      const json = needsLauncher ? undefined : JSON.stringify(config, null, 2);
      return { ...section, json, isConfigured: true, notes };
    } catch (error) {
      if (!(error instanceof HostConfigError)) throw error;
      const { notes } = error;
      return notes.length === 0 ? [] : { ...section, json: undefined, isConfigured: false, notes };
    }
  });
}
