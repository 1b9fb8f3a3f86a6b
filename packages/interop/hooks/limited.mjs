// Serves a policy: node limited.mjs POLICY. It is not the built program, which would look for libsql in its own folder.
import { servePolicy } from "@agent-hook/hooks/policy";

await servePolicy(process.argv[2]);
