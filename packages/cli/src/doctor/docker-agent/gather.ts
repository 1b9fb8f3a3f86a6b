import { type Consent, isOwnOfDockerAgent, withEnvironment } from "../consent.js";
import { type Hook as HookOf, hooksOf } from "../launched/hook.js";
import type { Configured } from "./configured.js";
import { DOCKER_AGENT } from "./docker-agent.js";
import type { Entry } from "./entry.js";

/** A hook, wherever it stands in the file. */
export type Hook = HookOf<Entry>;

/** All that is known: what the findings are made from. */
export interface Facts {
  readonly file: string;
  readonly config: Configured;
  readonly hooks: readonly Hook[];
  /** Of docker-agent: said with `--host`, else what a hook is told. */
  readonly version: string | undefined;
}

/** Looks at every hook once, and asks those behind the launcher what they are. */
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
