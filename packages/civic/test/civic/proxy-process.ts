import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { connect } from "./client.js";
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

/** A client that has Civic's proxy as its own process and speaks to it over stdio. */
export async function connectOverStdio(scene: Scene, targetUrl: string, hookUrls: readonly string[]): Promise<Client> {
  const env = { TARGET_SERVER_URL: targetUrl, HOOKS: hookUrls.join(",") };
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [PROXY, "--stdio"],
    env,
    stderr: "ignore",
  });
  const client = await connect(scene, transport);
  const { pid } = transport;
  // It would outlive its stdin, and the client would wait two seconds for it.
  scene.onEnd(() => pid !== null && process.kill(pid, "SIGKILL"));
  return client;
}
