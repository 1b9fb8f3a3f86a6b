import { isIP } from "node:net";
import type { AccessPolicy } from "./access-policy.js";

/** Where a hook is served, and to which clients. */
export interface ServeCivicOptions {
  /** 0 selects any free port, which the returned server reports. */
  readonly port: number;
  /** The address to listen on. Default: `127.0.0.1`, which only this machine can reach. */
  readonly host?: string;
  /**
   * The secret that the proxy sends, as a bearer token or as a path segment. Without it, anyone who reaches the port
   * can call the hook.
   */
  readonly token?: string | undefined;
  /** Other names that the proxy uses for this machine, such as a service name in Docker Compose. */
  readonly hosts?: readonly string[];
}

interface CheckedOptions {
  readonly port: number;
  readonly access: Omit<AccessPolicy, "onReject">;
}

/** Throws a `TypeError` that lists every problem. */
export function checkOptions(options: ServeCivicOptions): CheckedOptions {
  const { port, host = "127.0.0.1", token, hosts = [], ...more } = Object(options) as ServeCivicOptions;
  const problems = [
    isPort(port) ? undefined : `port: expected a whole number from 0 to 65535, got ${JSON.stringify(port)}`,
    isText(host) ? undefined : `host: expected an address such as "127.0.0.1", got ${describeValue(host)}`,
    token === undefined || isToken(token)
      ? undefined
      : `token: expected a non-empty string that is not only dots, got ${describeValue(token)}; leave out token to serve without a token`,
    Array.isArray(hosts) && hosts.every(isName)
      ? undefined
      : `hosts: expected an array of names without a port, such as ["hook"], got ${describeValue(hosts)}`,
    ...Object.keys(more).map((key) => `unknown option "${key}"`),
  ].filter((problem) => problem !== undefined);
  if (problems.length > 0) throw new TypeError(`serveCivic: ${problems.join("; ")}`);
  return { port, access: { host, hosts, token } };
}

function isPort(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 65_535;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

/** A token may not consist of dots: clients remove such segments from a path. */
function isToken(value: unknown): value is string {
  return isText(value) && !/^\.+$/.test(value);
}

function isName(value: unknown): value is string {
  return isText(value) && (/^[^\s/:*]+$/.test(value) || isIP(value) !== 0);
}

/** Describes a value without revealing it: it may be a secret. */
function describeValue(value: unknown): string {
  if (typeof value === "number") return String(value);
  if (value === "") return "an empty string";
  return value === null ? "null" : Array.isArray(value) ? "an invalid array" : typeof value;
}
