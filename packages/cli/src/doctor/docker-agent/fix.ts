import { quoted } from "../quoted.js";
import type { Facts, Hook } from "./gather.js";

/** Returns the command that configures a hook correctly in the file. */
export function configured({ file, version }: Facts, { command = [], entries, name }: Hook): string {
  const host = version === undefined ? "docker-agent" : `docker-agent@${version}`;
  const named = entries.some((entry) => entry.name === name) ? ["--name", name] : [];
  return ["agent-hook", "config", host, "--write", file, ...named, "--", ...command].map(quoted).join(" ");
}
