import { type Marks, matchScore } from "../../command-hook/marks.js";
import { NEWEST_VERSION } from "../../protocol/limits.js";
import { parseVersion } from "../../text/index.js";
import type { PersistentHost } from "../known-host.js";

/** The prefix counts twice, so that such a call fits PicoClaw better than a host that sends other JSON-RPC calls. */
const MARKS: Marks = { always: { method: /^hook\./ }, sometimes: { jsonrpc: ["2.0"], method: /^hook\./ } };

const call = { tool: "list_dir", arguments: {} };

/** What the host writes to a hook: the handshake, a call and its approval. */
const EXAMPLE = [
  { jsonrpc: "2.0", id: 1, method: "hook.hello", params: { name: "example", version: 1, modes: ["tool", "approve"] } },
  { jsonrpc: "2.0", id: 2, method: "hook.before_tool", params: call },
  { jsonrpc: "2.0", id: 3, method: "hook.approve_tool", params: call },
]
  .map((message) => JSON.stringify(message))
  .join("\n");

export const host: PersistentHost = {
  name: "picoclaw",
  title: "PicoClaw",
  lifetime: "persistent",
  recognise: (first) => matchScore(first, MARKS),
  versions: { parse: parseVersion, example: NEWEST_VERSION },
  example: EXAMPLE,
  load: async () => {
    const { PicoClawService } = await import("./service.js");
    return (session) => new PicoClawService(session);
  },
};
