// Writes a file and makes a checkpoint as a one-shot hook does. Prints its id.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { takeCheckpoint } from "../../../dist/snapshot/take-checkpoint.js";

const [project, file] = process.argv.slice(2);
if (file) writeFileSync(join(project, file), "new");
const details = { agent: "claude-code", tool: "Bash", time: new Date().toISOString() };
const limits = { maxFileBytes: 1e6, maxFiles: 1e4, maxBytes: 1e9 };
process.stdout.write(String(await takeCheckpoint(project, details, { limits, keep: 200 })));
