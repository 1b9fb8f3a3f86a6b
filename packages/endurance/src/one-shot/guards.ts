import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineHook, reject } from "@agent-hook/sdk";
import { runInProcess } from "@agent-hook/sdk/in-process";
import { launcherCommand, launcherPath } from "@agent-hook/sdk/launcher";
import type { HookAnswer } from "@agent-hook/testing/internal/command-hosts";
import { runProcess } from "../../../testing/src/run-process.js";
import { broken } from "../fuzz/malformed.js";
import { Random } from "../random.js";
import type { StressTest } from "../stress-test.js";
import { namesOtherEvent, ONE_SHOT_HOSTS, type TestedHost } from "./hosts.js";

const HOOK = fileURLToPath(new URL("../../hooks/denies-all.mjs", import.meta.url));
/** Of this many cases, one per host runs in a real process. The others run in this process. */
const A_PROCESS = 100;
const LIMIT_MS = 60_000;

const deniesAll = defineHook({
  name: "denies-all",
  onFailure: "block",
  approveTool: () => reject("nothing is allowed"),
});

/** What the shell gets on stdin instead of the payload file. */
const STDIN = ["", "</dev/null", "</", "<&-"];

export const guards: StressTest = {
  name: "a guard never lets a malformed call through, under any one-shot host",
  unit: "cases",
  short: 1000,
  long: 8000,
  async run(count, seed) {
    const random = new Random(seed);
    let processes = 0;
    for (let n = 0; n < count; n++) {
      const host = ONE_SHOT_HOSTS[n % ONE_SHOT_HOSTS.length] as TestedHost;
      const { payload } = random.pick(host.payloads);
      const bytes = broken(payload, random);
      if (namesOtherEvent(host, bytes.toString())) continue;
      const inProcess = n % A_PROCESS >= ONE_SHOT_HOSTS.length;
      const answer = await (inProcess ? callInProcess(host, bytes) : callProcess(host, bytes, random));
      if (!inProcess) processes += 1;
      if (host.denies(payload, answer)) continue;
      throw new Error(
        `${host.name} lets the call through: ${JSON.stringify({ stdin: bytes.toString().slice(0, 2000), answer })}`,
      );
    }
    return `${ONE_SHOT_HOSTS.length} agents, ${processes.toLocaleString("en")} of the cases in a process of their own`;
  },
};

async function callInProcess({ hostValue }: TestedHost, bytes: Buffer): Promise<HookAnswer> {
  const running = await runInProcess(deniesAll, { host: hostValue, env: {}, write: () => {}, writeError: () => {} });
  running.receive(bytes.toString().split("\n"));
  const answer = await running.inputEnded();
  await running.end(0);
  const { document, denial } = answer ?? {};
  if (document !== undefined) return { stdout: document, exit: 0 };
  return denial === undefined ? { exit: 0 } : { stderr: denial, exit: 2 };
}

/** Runs the hook with or without the launcher, usually with the payload on stdin. */
async function callProcess(host: TestedHost, bytes: Buffer, random: Random): Promise<HookAnswer> {
  const folder = mkdtempSync(join(tmpdir(), "agent-hook-endurance-"));
  try {
    const file = join(folder, "payload");
    writeFileSync(file, bytes);
    const { name, event, hostValue, shell } = host;
    const hook = [process.execPath, HOOK, "--host", hostValue];
    const launched = launcherCommand({
      launcher: launcherPath(),
      mode: "block",
      host: name,
      event,
      seconds: 60,
      command: hook,
    });
    const bare = `exec ${hook.map((word) => `'${word}'`).join(" ")}`;
    const command = random.below(2) === 0 ? launched : bare;
    const stdin = random.below(5) === 0 ? random.pick(STDIN) : `<'${file}'`;
    const [program, ...args] = shell;
    const { late, held, ...ended } = await runProcess({
      program,
      args: [...args, `{ ${command}; } ${stdin}`],
      stdin: "",
      env: process.env,
      timeoutMs: LIMIT_MS,
    });
    if (late || held) throw new Error(`${name} would wait forever: ${bytes.toString().slice(0, 2000)}`);
    return { ...ended, command };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
