import { once } from "node:events";
import { realpathSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { compiled } from "../../contenders/programs.js";
import { type Program, start } from "./program.js";

/** The hooks between a client and its server in Civic's proxy: one program per URL. */
const CHAINS = {
  "no hook": [],
  "one server that always continues": [["proxied-bare"]],
  "one agent-hook hook": [["proxied-ours"]],
  "one of Civic's": [["proxied-stock"]],
  "two agent-hook hooks": [["proxied-ours"], ["proxied-ours"]],
  "two agent-hook hooks behind one URL": [["proxied-ours", "2"]],
  "two of Civic's": [["proxied-stock"], ["proxied-stock"]],
} as const satisfies Readonly<Record<string, readonly (readonly [program: string, ...args: string[]])[]>>;

export type ChainName = keyof typeof CHAINS;

const NAMES = Object.keys(CHAINS) as ChainName[];
/** Rounds alternate between the chains, so that a busy moment of the machine affects all of them. */
const ROUNDS = 14;
const CALLS_A_ROUND = 50;
const WARM_UP = 200;
const SERVES = /^serves (\S+)$/;
// Without symbolic links: if the program is started through one, it exits at once without a message.
const PROXY = realpathSync(fileURLToPath(import.meta.resolve("@civic/passthrough-mcp-server")).replace("index", "cli"));

/** Measures the milliseconds of each `tools/call`, with all processes running at the same time. */
export async function throughProxy(): Promise<Readonly<Record<ChainName, readonly number[]>>> {
  const programs: Program[] = [];
  const run = async (name: string, ...args: readonly string[]) => {
    const program = await start([compiled(name), ...args], {}, SERVES);
    programs.push(program);
    return program.readyText;
  };
  const clients = new Map<ChainName, Client>();
  const samples = Object.fromEntries(NAMES.map((name) => [name, [] as number[]])) as Record<ChainName, number[]>;
  try {
    const target = await run("proxy-target");
    for (const name of NAMES) {
      const hooks: string[] = [];
      for (const [program, ...args] of CHAINS[name]) hooks.push(await run(program, ...args));
      clients.set(name, await connect(target, hooks, programs));
    }
    for (const client of clients.values()) await calls(client, WARM_UP);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, client] of clients) samples[name].push(...(await calls(client, CALLS_A_ROUND)));
    }
  } finally {
    for (const client of clients.values()) await client.close();
    for (const program of programs.reverse()) await program.stop();
  }
  return samples;
}

async function connect(target: string, hooks: readonly string[], programs: Program[]): Promise<Client> {
  const port = String(await freePort());
  const env = { PORT: port, TARGET_SERVER_URL: target, HOOKS: hooks.join(",") };
  programs.push(await start([PROXY], env, /running with httpStream/));
  const client = new Client({ name: "bench", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)) as Transport);
  return client;
}

async function calls(client: Client, count: number): Promise<number[]> {
  const samples: number[] = [];
  for (let call = 0; call < count; call++) {
    const started = performance.now();
    await client.callTool({ name: "echo", arguments: { text: "hi" } });
    samples.push(performance.now() - started);
  }
  return samples;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
