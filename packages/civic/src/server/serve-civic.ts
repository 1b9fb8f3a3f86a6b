import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Hook } from "@agent-hook/sdk";
import { type Log, openHook, systemClock } from "@agent-hook/sdk/adapter";
import { asNative, isCivicHook } from "../adapter/class-hook.js";
import { HookAnswering } from "../adapter/hook-answering.js";
import type { Hook as CivicHook } from "../protocol/hook.js";
import type { AccessPolicy } from "./access-policy.js";
import { Lifecycle } from "./lifecycle.js";
import { checkOptions, type ServeCivicOptions } from "./options.js";
import { reply } from "./replying.js";

/** A hook at work, reachable for Civic's proxy. */
export interface CivicServer {
  readonly port: number;
  /** What the proxy's `HOOKS` takes: `http://127.0.0.1:8080`, and the token as its path. */
  readonly url: string;
  /** No new calls. Running ones get 1.5 s, and are refused as their hook fails; then `onStop` runs. */
  stop(): Promise<void>;
}

/** How long a client may take to send a call, in milliseconds. */
const REQUEST_MS = 30_000;
/** Longer than the proxy keeps a connection that it does not use. */
const KEEP_ALIVE_MS = 65_000;
/** What running calls have when the server is told to stop. */
const GRACE_MS = 1500;

/**
 * Serves a hook to Civic's proxy as a remote hook: what `startHookServer` does for the classes of @civic/hook-common 0.9.0,
 * which it takes, too. All 31 methods are answered. Until `stop`, SIGTERM or SIGINT; stray rejections and exceptions are
 * logged meanwhile, as `serve` does.
 *
 * Rejects where the hook or an option is wrong, `onStart` fails, or the port is taken.
 *
 * @example
 * const server = await serveCivic(hook, { port: 8080, token: process.env.HOOK_TOKEN });
 * console.log(`HOOKS=${server.url}`);
 */
export async function serveCivic(hook: Hook | CivicHook, options: ServeCivicOptions): Promise<CivicServer> {
  const { port, door: wanted } = checkOptions(options);
  const ours = isCivicHook(hook) ? asNative(hook) : hook;
  const { hook: prepared } = await openHook(ours, { env: process.env, writeError });
  const answering = new HookAnswering(prepared, systemClock);
  await answering.start();
  const door: AccessPolicy = { ...wanted, refused: onceForEach(answering.log) };
  const server = createServer({ requestTimeout: REQUEST_MS, keepAliveTimeout: KEEP_ALIVE_MS });
  const lifecycle = new Lifecycle(answering.log, () => stop(server, answering));
  server.on("request", (request, response) => {
    void reply(request, response, answering, door).catch((error: unknown) => {
      answering.log.error("a request could not be answered", error);
      response.destroy();
    });
  });
  try {
    await listening(server, port, door.host);
  } catch (error) {
    await answering.end(0);
    throw error;
  }
  lifecycle.begin();
  const address = server.address() as AddressInfo;
  const url = `http://${reachable(door.host)}:${address.port}`;
  if (door.token === undefined)
    answering.log.warn(`no token: whoever reaches ${door.host}, port ${address.port}, can ask this hook`);
  return {
    port: address.port,
    url: door.token === undefined ? url : `${url}/${encodeURIComponent(door.token)}`,
    stop: () => lifecycle.end(),
  };
}

async function stop(server: Server, answering: HookAnswering): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  await answering.end(GRACE_MS);
  // The answers of calls that were just given up are still on their way through promises.
  await new Promise(setImmediate);
  server.closeIdleConnections();
  setTimeout(() => server.closeAllConnections(), LAST_BYTES_MS).unref();
  await closed;
}

/** What the last answers have to be written in. */
const LAST_BYTES_MS = 300;

/** A warning of the first request that is refused for a reason: nobody may fill the log. */
function onceForEach(log: Log): AccessPolicy["refused"] {
  const said = new Set<string>();
  return ({ status, message }) => {
    if (said.has(message)) return;
    said.add(message);
    log.warn(`a request was refused (${status}): ${message}. Further ones are not logged`);
  };
}

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => {
      const why = cause.code === "EADDRINUSE" ? "the port is taken: choose another, or 0 for any" : cause.message;
      reject(new Error(`serveCivic cannot listen at ${host}, port ${port}: ${why}`, { cause }));
    });
    server.listen(port, host, resolve);
  });
}

function reachable(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}

function writeError(text: string): void {
  process.stderr.write(text);
}
