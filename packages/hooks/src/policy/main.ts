// The program that hosts start for a policy file: `node hook.cjs POLICY [--host HOST]`. It is shipped as one file.
import { servePolicy } from "./serve-policy.js";

const [path] = process.argv.slice(2);
if (path === undefined || path.startsWith("-")) {
  process.stderr.write("agent-hook: expected a policy file, such as: agent-hook run .agent-hook/policy.yaml\n");
  process.exit(2);
}
await servePolicy(path);
