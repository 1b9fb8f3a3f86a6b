// Runs `agent-hook doctor` twice: as it is, and where files can be read, one at a time, and no process can be started.
import { closeSync, openSync } from "node:fs";
import { run } from "../../dist/run.js";

const doctor = ["doctor", ...process.argv.slice(2)];
// What is loaded at first use would need files, too.
await run(doctor);
void process.stderr;
const open = [];
try {
  for (;;) open.push(openSync("/dev/null"));
} catch {}
for (const fd of open.splice(-2)) closeSync(fd);
const code = await run(doctor);
for (const fd of open) closeSync(fd);
process.exitCode = code;
