import processes from "node:child_process";
import { syncBuiltinESMExports } from "node:module";

// `npm test` runs everything in memory. A test that starts a process belongs in test/e2e.
for (const name of ["exec", "execFile", "execFileSync", "execSync", "fork", "spawn", "spawnSync"]) {
  const value = (command: string): never => {
    throw new Error(`Expected a test that starts no process, but it calls ${name}("${command}"): move it to test/e2e`);
  };
  Object.defineProperty(processes, name, { value, configurable: true, writable: true });
}
syncBuiltinESMExports();
