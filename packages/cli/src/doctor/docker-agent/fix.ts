import { quoted } from "../quoted.js";
import type { Facts, Hook } from "./gather.js";

/** What puts a hook into the file as it should be. */
export function configured({ file, version }: Facts, { command = [], entries, name }: Hook): string {
  const host = version === undefined ? "docker-agent" : `docker-agent@${version}`;
  const named = entries.some((entry) => entry.name === name) ? ["--name", name] : [];
  return ["agent-hook", "config", host, "--write", file, ...named, "--", ...command].map(quoted).join(" ");
}
