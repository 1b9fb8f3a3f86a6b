import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ResidentHome } from "../../launcher/resident-home.js";

const PROJECTS = 5;
const SESSIONS = 20;
/** Of each session, one after the other. */
const CALLS = 10;

describe.runIf(process.platform === "linux" && existsSync("/usr/bin/perl"))("processes of a hook that stay", () => {
  it("answer the calls of 20 sessions in 5 projects, each in its own folder and environment", async () => {
    const home = new ResidentHome();
    const sessions = Array.from({ length: SESSIONS }, (_, at) => {
      const cwd = join(home.home, `projects/${at % PROJECTS}`);
      mkdirSync(cwd, { recursive: true });
      return { cwd, env: { SESSION: `session-${at}` } };
    });
    const pids = await Promise.all(
      sessions.map(async ({ cwd, env }) => {
        const seen: number[] = [];
        for (let call = 0; call < CALLS; call++) {
          const { stdout, pid } = await home.ask("nothing", { cwd, env });
          expect(stdout.toString()).toContain(` version 1 in ${cwd} of ${env.SESSION}"`);
          seen.push(Number(pid));
        }
        return seen;
      }),
    );
    // No process answered two sessions, and each session soon had one that stayed.
    const distinct = pids.flatMap((seen) => [...new Set(seen)]);
    expect(new Set(distinct).size).toBe(distinct.length);
    for (const { cwd, env } of sessions) {
      await expect.poll(() => isFromResident(home, cwd, env), { timeout: 120_000 }).toBe(true);
    }
  });
});

async function isFromResident(home: ResidentHome, cwd: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const { pid } = await home.ask("nothing", { cwd, env });
  return home.residents().some((resident) => resident.pid === pid);
}
