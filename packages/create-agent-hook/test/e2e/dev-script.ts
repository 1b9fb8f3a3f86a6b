import { spawn } from "node:child_process";
import { once } from "node:events";
import { npmEnvironment } from "../../../../scripts/registry/npm-environment.js";

/** Waits for a text in the output of a script, and returns the output up to it that was not returned before. */
type WaitFor = (text: string) => Promise<string>;

/**
 * Starts `npm run dev` in a project, as a user does at a terminal. When `use` has returned, presses Ctrl-C and waits for
 * the end of all its processes.
 */
export async function whileDevRuns(
  project: string,
  env: NodeJS.ProcessEnv,
  use: (waitFor: WaitFor) => Promise<void>,
): Promise<void> {
  const child = spawn("sh", ["-c", "exec npm run dev 2>&1"], {
    cwd: project,
    env: { ...npmEnvironment(), ...env },
    stdio: ["ignore", "pipe", "inherit"],
    // Its own process group. A terminal sends a signal to the whole group.
    detached: true,
  });
  await once(child, "spawn");
  const group = -(child.pid as number);
  // Ends when the last process of the script has ended, because each can write to it.
  const chunks = child.stdout.setEncoding("utf8")[Symbol.asyncIterator]();
  let output = "";
  let hasEnded = false;
  const readOn = async () => {
    const { value = "", done = false } = await chunks.next();
    output += value;
    hasEnded = done;
  };
  try {
    await use(async (text) => {
      while (!output.includes(text)) {
        if (hasEnded) throw new Error(`npm run dev ended without ${JSON.stringify(text)}: ${output}`);
        await readOn();
      }
      const end = output.indexOf(text) + text.length;
      const read = output.slice(0, end);
      output = output.slice(end);
      return read;
    });
    process.kill(group, "SIGINT");
    while (!hasEnded) await readOn();
  } finally {
    if (!hasEnded) process.kill(group, "SIGKILL");
  }
}
