import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { type LiveHost, runToEnd } from "@agent-hook/sdk/internal/live-agents";

const INSTALL_LIMIT_MS = 600_000;
// npm's defaults take minutes to detect that there is no network.
const FEW_RETRIES = ["--fetch-retries=1", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000"];
const START_LIMIT_MS = 300_000;

/** The parts of an agent that npm needs. */
type Installable = Pick<
  LiveHost,
  "name" | "package" | "packageVersion" | "version" | "program" | "runsInstallScript" | "extraPackages"
>;

/** The folder where agents are kept between runs, outside the workspace. It never has a half installed agent. */
export function cacheFolder(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "agent-hook", "interop");
}

/** Returns the path of an agent's program, whether or not it is installed. */
export function programOf({ name, version, program }: Installable, cache = cacheFolder()): string {
  return join(cache, `${name}@${version}`, "node_modules", ".bin", program);
}

export function isInstalled(agent: Installable, cache = cacheFolder()): boolean {
  return existsSync(programOf(agent, cache));
}

/** Installs an agent with npm and the user's npm settings. Throws with the output of npm or the agent if this fails. */
export async function install(agent: Installable, cache = cacheFolder()): Promise<void> {
  if (isInstalled(agent, cache)) return;
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, `installing-${agent.name}-`));
  try {
    const flags = ["--prefix", folder, "--no-audit", "--no-fund", "--loglevel=error", ...FEW_RETRIES];
    const { packageVersion = agent.version, extraPackages = [] } = agent;
    await npm(
      ["install", ...flags, "--ignore-scripts", `${agent.package}@${packageVersion}`, ...extraPackages],
      folder,
    );
    const withScripts = [...(agent.runsInstallScript ? [agent.package] : []), ...extraPackages];
    if (withScripts.length > 0) await npm(["rebuild", ...flags, "--ignore-scripts=false", ...withScripts], folder);
    await assertStart(agent, folder);
    await moveToCache(folder, join(cache, `${agent.name}@${agent.version}`));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function npm(args: readonly string[], cwd: string): Promise<void> {
  const done = await runToEnd("npm", args, { cwd, env: process.env, limitMs: INSTALL_LIMIT_MS });
  if (done.exit === 0) return;
  throw new Error(`npm ${args.join(" ")} ended with ${done.exit ?? done.signal}:\n${done.stderr.trim()}`);
}

/** npm silently omits optional dependencies that it cannot get. For most agents, one of these is the whole program. */
async function assertStart(agent: Installable, folder: string): Promise<void> {
  const programs = join(folder, "node_modules", ".bin");
  const program = join(programs, agent.program);
  const env = { PATH: `${programs}:${process.env.PATH}`, HOME: folder };
  const done = await runToEnd(program, ["--version"], { cwd: folder, env, limitMs: START_LIMIT_MS });
  if (done.exit === 0 && done.stdout.includes(agent.version)) return;
  const output = `${done.stdout}${done.stderr}`.trim();
  throw new Error(
    `${agent.package}@${agent.version} was installed, but ${agent.program} --version did not name ${agent.version}: ${output}`,
  );
}

async function moveToCache(folder: string, target: string): Promise<void> {
  await rename(folder, target).catch((error: NodeJS.ErrnoException) => {
    // Another run was faster.
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
  });
}
