// Replaces a hook's command while `doctor --live --tool` runs an agent: starts the original command as the agent would,
// passes on the result and records it.
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { ORDERS, type Orders, RECORDED, type Recorded } from "./stand-ins.js";

const [, , folder = "", which = ""] = process.argv;
const { shell, commands, env } = JSON.parse(readFileSync(join(folder, ORDERS), "utf8")) as Orders;
const [program, ...args] = shell;
const { event, command } = commands[Number(which)] as Orders["commands"][number];
const project = Object.entries(process.env).filter(([name]) => name.endsWith("_PROJECT_DIR"));
const begun = performance.now();
const { status, signal, stdout, stderr } = spawnSync(program, [...args, command], {
  input: readFileSync(0),
  // Use the user's environment, as in a real run, and the project folder that only the agent knows.
  env: { ...process.env, ...env, ...Object.fromEntries(project) },
  maxBuffer: 2 ** 26,
});
const ms = performance.now() - begun;
const said = { stdout: String(stdout ?? ""), stderr: String(stderr ?? "") };
const recorded: Recorded = { which: Number(which), event, ms, ...said, exit: status, signal };
writeFileSync(join(folder, `${RECORDED}${randomUUID()}.json`), JSON.stringify(recorded));
writeSync(1, said.stdout);
writeSync(2, said.stderr);
if (signal !== null) process.kill(process.pid, signal);
process.exitCode = status ?? 1;
