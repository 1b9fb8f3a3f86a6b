import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { CallError } from "../wire/reply.js";

/** Who may ask. */
export interface AccessPolicy {
  /** The address that the server listens at. */
  readonly host: string;
  /** Other names by which clients reach it. */
  readonly hosts: readonly string[];
  readonly token: string | undefined;
  /** Told of each who is not let in. */
  refused(error: CallError): void;
}

/** Why a request is not let in; nothing if it is. Only programs come in: every page in a browser names its origin. */
export function checkAccess(request: IncomingMessage, door: AccessPolicy): CallError | undefined {
  const { origin, host } = request.headers;
  if (origin !== undefined) {
    return { status: 403, message: "A hook is asked by programs alone: expected no Origin header" };
  }
  // A name that a page made to point at this machine gives itself away here.
  if (host === undefined || !isOurs(nameOf(host), door)) {
    return {
      status: 403,
      message: "Expected the Host header to name this machine; name others in the `hosts` of serveCivic",
    };
  }
  return undefined;
}

/** Why a request without the token is not let in. */
export function objectionToToken(
  { headers }: IncomingMessage,
  prefix: readonly string[],
  { token }: AccessPolicy,
): CallError | undefined {
  if (token === undefined) return undefined;
  const [, bearer] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? "") ?? [];
  const given = bearer === undefined ? prefix : [...prefix, bearer];
  // Each is compared, so that the time tells nothing.
  if (given.filter((text) => isSame(text, token)).length > 0) return undefined;
  return { status: 401, message: "Expected the hook's token, as a bearer token or as a segment of the path" };
}

const LOCAL = ["localhost", "127.0.0.1", "::1"];
const ANY = ["0.0.0.0", "::"];

function isOurs(name: string, { host, hosts }: AccessPolicy): boolean {
  if ([...LOCAL, host.toLowerCase(), ...hosts.map((other) => other.toLowerCase())].includes(name)) return true;
  // An address is no name that somebody could make point elsewhere.
  return ANY.includes(host) && isIP(name) !== 0;
}

/** `[::1]:8080` is `::1` */
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
