// Replaces a hook's command while `doctor --live --tool` runs an agent: starts the original command as the agent would,
// passes on the result and records it.
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { COMMANDS_FILE, RECORD_PREFIX, type RecordedStart, type RecorderCommands } from "./stand-ins.js";

const [, , folder = "", commandIndex = ""] = process.argv;
const { shell, commands, env } = JSON.parse(readFileSync(join(folder, COMMANDS_FILE), "utf8")) as RecorderCommands;
const [program, ...args] = shell;
const { event, command } = commands[Number(commandIndex)] as RecorderCommands["commands"][number];
const projectEnv = Object.entries(process.env).filter(([name]) => name.endsWith("_PROJECT_DIR"));
const startedAt = performance.now();
const { status, signal, stdout, stderr } = spawnSync(program, [...args, command], {
  input: readFileSync(0),
  // Use the user's environment, as in a real run, and the project folder that only the agent knows.
  env: { ...process.env, ...env, ...Object.fromEntries(projectEnv) },
  maxBuffer: 2 ** 26,
});
const ms = performance.now() - startedAt;
const output = { stdout: String(stdout ?? ""), stderr: String(stderr ?? "") };
const recording: RecordedStart = { commandIndex: Number(commandIndex), event, ms, ...output, exit: status, signal };
writeFileSync(join(folder, `${RECORD_PREFIX}${randomUUID()}.json`), JSON.stringify(recording));
writeSync(1, output.stdout);
writeSync(2, output.stderr);
if (signal !== null) process.kill(process.pid, signal);
process.exitCode = status ?? 1;
