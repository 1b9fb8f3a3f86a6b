import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type LiveHost, liveHosts, readFiles, setFields, writeFiles } from "@agent-hook/sdk/internal/live-agents";
import { writeConfig } from "../configure.js";
import type { Breakage } from "./breakages.js";

/** The agent that asks the guards: the only one that all the libraries support. */
export const AGENT = liveHosts.find(({ name }) => name === "claude-code") as LiveHost;

/** What `agent-hook config` writes, too. */
const TIMEOUT_SECONDS = 10;

/** A library, or none, with which the same guard is written. */
export interface Contender {
  /** With the version that is installed here. */
  readonly title: string;
  /** Its denial has the guard's reason if the guard still decides. Claude Code loses that of the others in some cases. */
  readonly keepsReason?: true;
  /** Sets the guard up in the agent's HOME, as the library's readme says. */
  configure(breakage: Breakage, home: string): Promise<void>;
}

/** A field of Claude Code's own settings. `agent-hook config` sets it to "block"; the readmes of the others do not. */
export type OnFailure = "block" | undefined;

export function contenders(onFailure: OnFailure): Contender[] {
  return [
    agentHook(onFailure),
    rival("cc-hooks-ts", `cc-hooks-ts ${installedVersion("cc-hooks-ts")}`, onFailure),
    rival("polyhook", `@polyhook/sdk ${installedVersion("@polyhook/sdk")}`, onFailure),
    rival("plain", "a plain script", onFailure),
  ];
}

function agentHook(onFailure: OnFailure): Contender {
  const withoutField = (config: string) => config.replace(/,\s*"onFailure": "block"/, "");
  return {
    title: "agent-hook",
    keepsReason: true,
    configure: async ({ edit = (config) => config }, home) => {
      const file = guardFile("agent-hook");
      await writeConfig(AGENT.name, { file }, home);
      const [path, written] = [AGENT.hooksFile, (await readFiles(home))[AGENT.hooksFile] ?? ""];
      await writeFiles(home, { [path]: edit(onFailure ? written : withoutField(written), file) });
    },
  };
}

function rival(name: string, title: string, onFailure: OnFailure): Contender {
  return {
    title,
    configure: async ({ edit = (config) => config }, home) => {
      const file = guardFile(name);
      const command = `'${process.execPath}' '${file}'`;
      const entry = { type: "command", command, timeout: TIMEOUT_SECONDS, ...(onFailure && { onFailure }) };
      const hooks = JSON.stringify({ [AGENT.beforeTool]: [{ matcher: "Bash", hooks: [entry] }] });
      await setFields(home, AGENT.hooksFile, { hooks: JSON.parse(edit(hooks, file)) });
    },
  };
}

/** Writes what `hooks/guards/misbehave.mjs` reads. */
export function writeFault({ fault = "none" }: Breakage, home: string): Promise<void> {
  return writeFiles(home, { fault });
}

function guardFile(name: string): string {
  return fileURLToPath(new URL(`../../hooks/guards/${name}.mjs`, import.meta.url));
}

/** The packages do not export their package.json. */
function installedVersion(name: string): string {
  const file = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")).version;
}
