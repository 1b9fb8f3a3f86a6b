import { execFile } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A guard that takes the exam. */
export interface Guard {
  readonly name: string;
  blocks(command: string): Promise<boolean>;
}

/** Guards that look at the disk get a folder with an empty repository and a home of their own. */
async function emptyProject(): Promise<{ cwd: string; home: string }> {
  const home = mkdtempSync(join(tmpdir(), "agent-hook-exam-"));
  const cwd = join(home, "project");
  await run("git", ["init", "--quiet", cwd]);
  return { cwd, home };
}

/** cc-safety-net, by the path of its `dist/api.js`. */
export async function safetyNet(path: string): Promise<Guard> {
  const { checkCommand } = await import(pathToFileURL(path).href);
  const { cwd } = await emptyProject();
  return {
    name: "cc-safety-net",
    // It throws at an empty command.
    blocks: async (command) => command.trim() !== "" && checkCommand({ command, cwd }).kind !== "allow",
  };
}

/** nah, by the path of its program. It blocks, or leaves the command to the agent's own question. */
export function nah(program: string): Guard {
  const place = emptyProject();
  return {
    name: "nah",
    async blocks(command) {
      const { cwd, home } = await place;
      const { stdout } = await run(program, ["test", "--json", command], {
        cwd,
        env: { HOME: home, PATH: "/usr/bin:/bin" },
      });
      return JSON.parse(stdout).decision.verdict === "block";
    },
  };
}
