import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { CallError } from "../wire/reply.js";

/** Which clients may call the hook. */
export interface AccessPolicy {
  /** The address that the server listens on. */
  readonly host: string;
  /** Other names that clients use for this machine. */
  readonly hosts: readonly string[];
  readonly token: string | undefined;
  /** Called for each request that is rejected. */
  onReject(error: CallError): void;
}

/**
 * Returns why a request is rejected, or `undefined`. Only programs are allowed. Pages in a browser are recognized by
 * the Origin header that they send.
 */
export function checkAccess(request: IncomingMessage, policy: AccessPolicy): CallError | undefined {
  const { origin, host } = request.headers;
  if (origin !== undefined) {
    return { status: 403, message: "Only programs may call a hook: expected no Origin header" };
  }
  // Detects DNS rebinding: a web page can make its own host name point to this machine.
  if (host === undefined || !isOurs(nameOf(host), policy)) {
    return {
      status: 403,
      message: "Expected the Host header to name this machine; name others in the `hosts` of serveCivic",
    };
  }
  return undefined;
}

/** Returns why a request is rejected for its token, or `undefined`. */
export function checkToken(
  { headers }: IncomingMessage,
  prefix: readonly string[],
  { token }: AccessPolicy,
): CallError | undefined {
  if (token === undefined) return undefined;
  const [, bearer] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? "") ?? [];
  const tokens = bearer === undefined ? prefix : [...prefix, bearer];
  // Compares each of them, so that the response time reveals nothing.
  if (tokens.filter((text) => isSame(text, token)).length > 0) return undefined;
  return { status: 401, message: "Expected the hook's token, as a bearer token or as a segment of the path" };
}

const LOCAL = ["localhost", "127.0.0.1", "::1"];
const ANY = ["0.0.0.0", "::"];

function isOurs(name: string, { host, hosts }: AccessPolicy): boolean {
  if ([...LOCAL, host.toLowerCase(), ...hosts.map((other) => other.toLowerCase())].includes(name)) return true;
  // An IP address is safe: unlike a name, it cannot be made to point to another machine.
  return ANY.includes(host) && isIP(name) !== 0;
}

/** Returns the host without its port: `::1` for `[::1]:8080`. */
function nameOf(host: string): string {
  const [, bracketed, plain = ""] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(host) ?? [];
  return (bracketed ?? plain).toLowerCase();
}

function isSame(text: string, token: string): boolean {
  return timingSafeEqual(digest(text), digest(token));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
