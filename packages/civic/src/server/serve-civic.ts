import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Hook } from "@agent-hook/sdk";
import {
  configuredStore,
  type Log,
  openHook,
  Recording,
  type StoreSource,
  systemClock,
} from "@agent-hook/sdk/internal/adapter";
import { asNative, isCivicHook } from "../adapter/class-hook.js";
import { HookAnswering } from "../adapter/hook-answering.js";
import type { Hook as CivicHook } from "../protocol/hook.js";
import type { AccessPolicy } from "./access-policy.js";
import { ServerLifecycle } from "./lifecycle.js";
import { checkOptions, type ServeCivicOptions } from "./options.js";
import { reply } from "./replying.js";

/** A hook that Civic's proxy can reach. */
export interface CivicServer {
  readonly port: number;
  /** The value for the proxy's `HOOKS`: `http://127.0.0.1:8080`, with the token as its path. */
  readonly url: string;
  /**
   * Accepts no new calls. Running calls have 1.5 s to finish, and are then answered as failures. `teardown` runs last.
   */
  stop(): Promise<void>;
}

/** Time that a client has to send a call, in milliseconds. */
const REQUEST_MS = 30_000;
/** In milliseconds, longer than the proxy keeps an idle connection. */
const KEEP_ALIVE_MS = 65_000;
/** Time that running calls have to finish when the server stops. */
const GRACE_MS = 1500;

/**
 * Serves a hook to Civic's proxy as a remote hook, as `startHookServer` of @civic/hook-common 0.9.0 does. Instances of
 * Civic's hook classes are accepted too. All 31 methods are answered. Runs until `stop`, SIGTERM or SIGINT. Until then,
 * rejections and exceptions outside any call are logged, as in `serve`.
 *
 * Rejects if the hook or an option is invalid, `setup` fails, or the port is in use.
 *
 * @example
 * const server = await serveCivic(hook, { port: 8080, token: process.env.HOOK_TOKEN });
 * console.log(`HOOKS=${server.url}`);
 *
 */
export async function serveCivic(hook: Hook | CivicHook, options: ServeCivicOptions): Promise<CivicServer> {
  const { port, access } = checkOptions(options);
  const store = configuredStore(process.env, systemClock);
  const ourHook = isCivicHook(hook) ? asNative(hook) : hook;
  const { hook: prepared } = await openHook(ourHook, { env: process.env, writeError, store });
  const recording = new Recording(prepared.name, ourHook, process.env, writeError);
  const recorder = await recording.open("civic", true);
  const answering = new HookAnswering({ ...prepared, recorder }, systemClock);
  await answering.start().catch((error) => {
    recording.close();
    throw error;
  });
  const policy: AccessPolicy = { ...access, onReject: onceForEach(answering.log) };
  const server = createServer({ requestTimeout: REQUEST_MS, keepAliveTimeout: KEEP_ALIVE_MS });
  const lifecycle = new ServerLifecycle(answering.log, () => stop(server, answering, store, recording));
  server.on("request", (request, response) => {
    void reply(request, response, answering, policy).catch((error: unknown) => {
      answering.log.error("a request could not be answered", error);
      response.destroy();
    });
  });
  try {
    await listen(server, port, policy.host);
  } catch (error) {
    await answering.end(0);
    await store.close();
    recording.close();
    throw error;
  }
  lifecycle.begin();
  const address = server.address() as AddressInfo;
  const url = `http://${reachableHost(policy.host)}:${address.port}`;
  if (policy.token === undefined)
    answering.log.warn(`no token: anyone who reaches ${policy.host}, port ${address.port}, can call this hook`);
  return {
    port: address.port,
    url: policy.token === undefined ? url : `${url}/${encodeURIComponent(policy.token)}`,
    stop: () => lifecycle.end(),
  };
}

async function stop(server: Server, answering: HookAnswering, store: StoreSource, recording: Recording): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  await answering.end(GRACE_MS);
  await store.close();
  // The answers to calls that ran out of time are still pending in promises.
  await new Promise(setImmediate);
  recording.close();
  server.closeIdleConnections();
  setTimeout(() => server.closeAllConnections(), LAST_BYTES_MS).unref();
  await closed;
}

/** Time to write the last answers. */
const LAST_BYTES_MS = 300;

/** Logs only the first rejected request for each reason, so that no client can fill the log. */
function onceForEach(log: Log): AccessPolicy["onReject"] {
  const logged = new Set<string>();
  return ({ status, message }) => {
    if (logged.has(message)) return;
    logged.add(message);
    log.warn(`a request was rejected (${status}): ${message}. Further ones are not logged`);
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => {
      const why = cause.code === "EADDRINUSE" ? "the port is taken: choose another, or 0 for any" : cause.message;
      reject(new Error(`serveCivic cannot listen at ${host}, port ${port}: ${why}`, { cause }));
    });
    server.listen(port, host, resolve);
  });
}

function reachableHost(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}

function writeError(text: string): void {
  process.stderr.write(text);
}

/**
 * `serveCivic` under its name in @civic/hook-common. Listens only on this machine and returns a `CivicServer`.
 *
 * @deprecated Use `serveCivic(hook, { port })`.
 */
export function startHookServer(hook: CivicHook, port: number): Promise<CivicServer> {
  return serveCivic(hook, { port });
}
