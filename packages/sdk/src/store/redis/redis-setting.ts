import { StoreError } from "../../hook/store-error.js";

/** Where a Redis or Valkey server is, and how to log in. */
export interface RedisSetting {
  readonly host: string;
  readonly port: number;
  readonly isEncrypted: boolean;
  readonly user: string;
  readonly password: string;
  readonly database: number;
}

const FORM = "redis://[USER:PASSWORD@]HOST[:PORT][/DATABASE]";
const DEFAULT_PORT = 6379;

/** Returns `undefined` for a setting of another store. Throws for an invalid one, without quoting it. */
export function parseRedisSetting(setting: string): RedisSetting | undefined {
  if (!/^rediss?:/i.test(setting)) return undefined;
  const parsed = parse(setting);
  if (parsed !== undefined) return parsed;
  throw new StoreError(
    "invalid-setting",
    `AGENT_HOOK_STORE: expected ${FORM}, or rediss:// for TLS. Write special characters of a password with %, such as %2F for /`,
  );
}

function parse(setting: string): RedisSetting | undefined {
  try {
    const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(setting);
    const [, database = "0"] = /^\/?(\d{1,6})?$/.exec(pathname) ?? [undefined, "invalid"];
    if (hostname === "" || search !== "" || hash !== "" || database === "invalid") return undefined;
    return {
      host: hostname.replace(/^\[(.*)\]$/, "$1"),
      port: port === "" ? DEFAULT_PORT : Number(port),
      isEncrypted: protocol === "rediss:",
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
      database: Number(database),
    };
  } catch {
    // The error of `URL` has the setting as a field.
    return undefined;
  }
}
