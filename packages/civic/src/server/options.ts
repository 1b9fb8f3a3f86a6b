import { isIP } from "node:net";
import type { AccessPolicy } from "./access-policy.js";

/** Where a hook is served, and to whom. */
export interface ServeCivicOptions {
  /** 0: any that is free; the server says which. */
  readonly port: number;
  /** The address to listen at; default `127.0.0.1`, which this machine alone reaches. */
  readonly host?: string;
  /** What the proxy has to know, as a bearer token or as a segment of the path. Without it whoever reaches the port may ask. */
  readonly token?: string | undefined;
  /** Other names by which the proxy reaches this machine: that of a service in Docker Compose, say. */
  readonly hosts?: readonly string[];
}

interface Checked {
  readonly port: number;
  readonly door: Omit<AccessPolicy, "refused">;
}

/** Throws a `TypeError` that names all that is wrong. */
export function checkOptions(options: ServeCivicOptions): Checked {
  const { port, host = "127.0.0.1", token, hosts = [], ...more } = Object(options) as ServeCivicOptions;
  const problems = [
    isPort(port) ? undefined : `port: expected a whole number from 0 to 65535, got ${JSON.stringify(port)}`,
    isText(host) ? undefined : `host: expected an address such as "127.0.0.1", got ${inWords(host)}`,
    token === undefined || isToken(token)
      ? undefined
      : `token: expected text that is not empty nor dots, got ${inWords(token)}; leave it out to serve without one`,
    Array.isArray(hosts) && hosts.every(isName)
      ? undefined
      : `hosts: expected a list of names without a port, such as ["hook"], got ${inWords(hosts)}`,
    ...Object.keys(more).map((key) => `unknown option "${key}"`),
  ].filter((problem) => problem !== undefined);
  if (problems.length > 0) throw new TypeError(`serveCivic: ${problems.join("; ")}`);
  return { port, door: { host, hosts, token } };
}

function isPort(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 65_535;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

/** Dots alone are taken out of a path by those who send it. */
function isToken(value: unknown): value is string {
  return isText(value) && !/^\.+$/.test(value);
}

function isName(value: unknown): value is string {
  return isText(value) && (/^[^\s/:*]+$/.test(value) || isIP(value) !== 0);
}

/** Never the value itself: it may be a secret. */
function inWords(value: unknown): string {
  if (typeof value === "number") return String(value);
  if (value === "") return "an empty text";
  return value === null ? "null" : Array.isArray(value) ? "another list" : typeof value;
}
