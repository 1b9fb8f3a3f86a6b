import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ResidentHome } from "../../launcher/resident-home.js";

const PROJECTS = 4;
const SESSIONS = 20;
/** Of each session, one after the other. */
const CALLS = 10;

describe.runIf(process.platform === "linux" && existsSync("/usr/bin/perl"))("processes of a hook that stay", () => {
  it("answer the calls of 20 sessions in 4 projects, one process for each project", async () => {
    const home = new ResidentHome();
    const sessions = Array.from({ length: SESSIONS }, (_, at) => {
      const cwd = join(home.home, `projects/${at % PROJECTS}`);
      mkdirSync(cwd, { recursive: true });
      return { cwd, env: { SESSION_ID: `-${at}` } };
    });
    await Promise.all(
      sessions.map(async ({ cwd, env }) => {
        for (let call = 0; call < CALLS; call++) {
          const { stdout } = await home.ask("nothing", { cwd, env });
          expect(stdout.toString()).toContain(` version 1 in ${cwd} of one${env.SESSION_ID}"`);
        }
      }),
    );
    for (const { cwd, env } of sessions) {
      await expect.poll(() => isFromResident(home, cwd, env), { timeout: 120_000 }).toBe(true);
    }
    expect(home.residents()).toHaveLength(PROJECTS);
  });
});

async function isFromResident(home: ResidentHome, cwd: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const { pid } = await home.ask("nothing", { cwd, env });
  return home.residents().some((resident) => resident.pid === pid);
}
