import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Whether `redis-server` is on the PATH. Tests of the store on Redis are skipped without it. */
export const hasRedis = spawnSync("redis-server", ["--version"]).status === 0;

/** A Redis server of its own for a test file. It keeps its data when it is stopped. */
export class RedisServer {
  readonly #folder = mkdtempSync(join(tmpdir(), "redis-"));
  #process: ChildProcess | undefined;

  private constructor(
    readonly port: number,
    private readonly options: readonly string[],
  ) {}

  /** `options`: arguments of `redis-server`. */
  static async start(...options: string[]): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), options);
    await server.start();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Starts it if it was stopped. Resolves when it accepts commands. */
  async start(): Promise<void> {
    const fixed = ["--port", `${this.port}`, "--bind", "127.0.0.1", "--save", "", "--appendonly", "yes"];
    const args = [...fixed, "--dir", this.#folder, ...this.options];
    const child = spawn("redis-server", args, { stdio: ["ignore", "pipe", "inherit"] });
    this.#process = child;
    await new Promise<void>((resolve, reject) => {
      let log = "";
      child.stdout.on("data", (chunk) => {
        log += chunk;
        if (log.includes("Ready to accept connections")) resolve();
      });
      child.on("exit", () => reject(new Error(`redis-server ended:\n${log}`)));
    });
  }

  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (child === undefined) return;
    const exited = once(child, "exit");
    child.kill(signal);
    await exited;
  }

  /** Makes it not answer, until `resume`. */
  pause(): void {
    this.#process?.kill("SIGSTOP");
  }

  resume(): void {
    this.#process?.kill("SIGCONT");
  }

  async remove(): Promise<void> {
    await this.stop("SIGKILL");
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Returns a port on which nobody listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
