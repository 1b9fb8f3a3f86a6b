// Serves the packages of this clone to npm while they are not published:
//   npm create agent-hook@latest my-hook --registry http://127.0.0.1:4873
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packAll } from "./registry/pack.js";
import { Registry } from "./registry/registry.js";

const PORT = 4873;
const folder = mkdtempSync(join(tmpdir(), "agent-hook-registry-"));
try {
  const { url } = await Registry.serve(await packAll(folder), PORT);
  console.log(`\nThis clone's packages, and all others from your usual registry: ${url}`);
  console.log(`  npm create agent-hook@latest my-hook --registry ${url} -- --template guard`);
  console.log("Ctrl-C ends it.");
} catch (error) {
  if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
  console.error(`Port ${PORT} is in use: another registry may be running.`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
