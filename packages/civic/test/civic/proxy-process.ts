import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { freePort } from "./free-port.js";
import type { Scene } from "./scene.js";
import { startProgram } from "./start-program.js";

// By its real path: started through a link the program ends at once, without a word.
const PROXY = realpathSync(fileURLToPath(import.meta.resolve("@civic/passthrough-mcp-server")).replace("index", "cli"));
const READY = /running with httpStream transport on port/;
const ATTEMPTS = 5;

/** Civic's proxy as a process, before a server and with hooks behind URLs; its own URL. */
export async function startProxy(scene: Scene, targetUrl: string, hookUrls: readonly string[] = []): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const env = { PORT: String(port), TARGET_SERVER_URL: targetUrl, HOOKS: hookUrls.join(",") };
    try {
      await startProgram(scene, [PROXY], env, READY);
      return `http://127.0.0.1:${port}`;
    } catch (error) {
      if (attempt === ATTEMPTS || !String(error).includes("EADDRINUSE")) throw error;
    }
  }
}
