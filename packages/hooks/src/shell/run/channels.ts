import { type Content, UNKNOWN } from "../values/content.js";
import type { Channel, State } from "../values/state.js";
import { isKnown } from "../values/text.js";
import type { Run } from "./shell.js";

/** Bash opens a connection for this path. */
const NETWORK = /^\/dev\/(?:tcp|udp)\/[^/]+\/[^/]+$/;
const DESCRIPTOR = /^\/(?:dev|proc\/(?:self|thread-self|\$\$))\/fd\/(.+)$/;
const STANDARD: Readonly<Record<string, string>> = { "/dev/stdin": "0", "/dev/stdout": "1", "/dev/stderr": "2" };

/** Returns what a special path leads to, or undefined for an ordinary file. */
export function channelAt(path: string, state: State): Channel | undefined {
  const made = state.channels.get(path);
  if (made !== undefined) return made;
  if (NETWORK.test(path)) return { to: "network", host: path.split("/")[3] };
  const descriptor = STANDARD[path] ?? DESCRIPTOR.exec(path)?.[1];
  if (descriptor === undefined) return undefined;
  if (!isKnown(descriptor)) return { to: "content", content: UNKNOWN };
  return state.channels.get(descriptor) ?? { to: "content", content: UNKNOWN };
}

/** Writes into a channel that is not a file. */
export function writeTo(channel: Exclude<Channel, { to: "file" }>, content: Content, run: Run): void {
  if (channel.to === "network") run.shell.send(content, run);
  if (channel.to === "process") run.shell.script(channel.script, run.state.subshell(), content);
}
