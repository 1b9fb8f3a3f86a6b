import { type Consent, isOwnOfDockerAgent, withEnvironment } from "../consent.js";
import { type Hook as HookOf, hooksOf } from "../launched/hook.js";
import type { LaunchingHost } from "../launched/launching-host.js";
import { quoted } from "../quoted.js";
import type { Configured } from "./configured.js";
import type { Entry } from "./entry.js";

/** A hook with all its entries in the file. */
export type Hook = HookOf<Entry>;

/** All facts from which the findings are derived. */
export interface Facts {
  readonly file: string;
  readonly config: Configured;
  readonly hooks: readonly Hook[];
  /** The version of docker-agent: from `--host`, or else from a hook's command. */
  readonly version: string | undefined;
}

/** Inspects every hook once, and reads the manifests of those behind the launcher. */
export async function gather(
  file: string,
  config: Configured,
  said: string | undefined,
  consent: Consent,
  onProgress: (what: string) => void,
): Promise<Facts> {
  const { entries } = config;
  const mayRun = isOwnOfDockerAgent(file, process.env) || (await consent(file, entries.map(withEnvironment)));
  const hooks = await hooksOf(DOCKER_AGENT, entries, { mayRun, project: process.cwd(), onProgress });
  const version = said ?? config.entries.find(({ host }) => host?.version !== undefined)?.host?.version;
  return { file, config, hooks, version };
}

export const DOCKER_AGENT: LaunchingHost = { name: "docker-agent", title: "docker-agent" };

/** Returns the command that configures a hook correctly in the file. */
export function configured({ file, version }: Facts, { command = [], entries, name }: Hook): string {
  const host = version === undefined ? "docker-agent" : `docker-agent@${version}`;
  const named = entries.some((entry) => entry.name === name) ? ["--name", name] : [];
  return ["agent-hook", "config", host, "--write", file, ...named, "--", ...command].map(quoted).join(" ");
}
