import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { connect } from "./client.js";
import { freePort } from "./free-port.js";
import type { Scene } from "./scene.js";
import { startProgram } from "./start-program.js";

// The real path, because the program exits immediately and silently when started through a link.
const PROXY = realpathSync(fileURLToPath(import.meta.resolve("@civic/passthrough-mcp-server")).replace("index", "cli"));
const READY = /running with httpStream transport on port/;
const ATTEMPTS = 5;

/** Starts Civic's proxy as a process, with a target server and hooks behind URLs. Returns its URL. */
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

/** Connects a client that runs Civic's proxy as a child process over stdio. */
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
  // The proxy would outlive its stdin, and the client would wait two seconds for it.
  scene.onEnd(() => pid !== null && process.kill(pid, "SIGKILL"));
  return client;
}
