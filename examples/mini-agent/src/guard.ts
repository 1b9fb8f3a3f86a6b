import { writeFileSync } from "node:fs";
import { approve, commandOf, defineHook, deny, serve } from "@agent-hook/sdk";

/** The guard of the demo. With `GUARD_PID_FILE`, it never answers, so that the demo can kill it while it decides. */
const guard = defineHook({
  name: "guard",
  onFailure: "block",
  async approveTool(call) {
    const { GUARD_PID_FILE } = process.env;
    if (GUARD_PID_FILE) {
      writeFileSync(GUARD_PID_FILE, String(process.pid));
      await new Promise(() => setInterval(() => {}, 1000));
    }
    return /\brm -\w*r/.test(commandOf(call)) ? deny("rm -r deletes for good: move the folder instead") : approve();
  },
});

await serve(guard);
