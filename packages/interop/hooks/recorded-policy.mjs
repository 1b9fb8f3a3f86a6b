// Serves a policy, and appends each call with the answer to a file: node recorded-policy.mjs FILE EVENT POLICY --host HOST
import { spawnSync } from "node:child_process";
import { appendFileSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const [file, event, ...args] = process.argv.slice(2);
const input = readFileSync(0);
const runner = fileURLToPath(new URL("dist/policy/hook.cjs", import.meta.resolve("agent-hook/package.json")));
const { status, stdout, stderr } = spawnSync(process.execPath, [runner, ...args], { input, encoding: "utf8" });
appendFileSync(file, `${JSON.stringify({ event, payload: JSON.parse(String(input)), stdout, exit: status })}\n`);
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = status ?? 1;
