// Runs `agent-hook doctor` twice: normally, then with only two free file descriptors, enough to read files but not to
// start processes.
import { closeSync, openSync } from "node:fs";
import { run } from "../../dist/run.js";

const doctor = ["doctor", ...process.argv.slice(2)];
// Modules that are loaded on first use would need files, too.
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
