import { didYouMean, NEWEST_VERSION, parseVersion } from "@agent-hook/protocol";
import { CHECKED_HOSTS } from "@agent-hook/testing";
import { usageError } from "./command-error.js";

/** The PicoClaw that `--host` names, such as `v0.2.9`; the newest known where it names none. Throws a usage error. */
export function picoclawVersion(host: string | undefined): string {
  if (host === undefined) return NEWEST_VERSION;
  const [name = "", ...rest] = host.split("@");
  if (name !== "picoclaw") {
    throw usageError(
      `--host: unknown host "${name}"${didYouMean(name, ["picoclaw", ...Object.keys(CHECKED_HOSTS)])}; expected picoclaw@v0.2.9`,
    );
  }
  const version = rest.length === 0 ? NEWEST_VERSION : parseVersion(rest.join("@"));
  if (version !== undefined) return version;
  throw usageError(`--host: "${rest.join("@")}" is no version of picoclaw; expected one such as picoclaw@v0.2.9`);
}

/** How a version is told to a hook, and named in results. */
export function hostName(version: string): string {
  return `picoclaw@${version}`;
}
