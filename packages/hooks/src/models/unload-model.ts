import { BlockList, isIPv4 } from "node:net";
import { type Context, defineHook, type Hook } from "@agent-hook/sdk";
import { z } from "zod";
import { checkOptions } from "../check-options.js";
import { post } from "../webhook/post.js";
import { addressOf } from "../webhook/public-address.js";

/** How each server is asked to free the memory of a model, from its own documentation. */
const SERVERS = {
  ollama: { url: "http://127.0.0.1:11434", path: "/api/generate", body: (model: string) => ({ model, keep_alive: 0 }) },
  "lm-studio": {
    url: "http://127.0.0.1:1234",
    path: "/api/v1/models/unload",
    body: (model: string) => ({ instance_id: model }),
  },
  "llama.cpp": { url: "http://127.0.0.1:8080", path: "/models/unload", body: (model: string) => ({ model }) },
} as const;

/** The options of `unloadModel`. */
export interface UnloadModelOptions {
  /** The name of the model, as the server lists it. For LM Studio, the id of the loaded instance. */
  readonly model: string;
  /** Default: `ollama`. `llama.cpp`: `llama-server` in router mode. */
  readonly server?: keyof typeof SERVERS | undefined;
  /** Where the server is, without a path. Default: the server's own port on this machine. */
  readonly url?: string | undefined;
  /** More headers, such as `authorization`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** How long the answer may take, in milliseconds, from 100 to 50000. Default: 2000. */
  readonly timeoutMs?: number | undefined;
  /** Whether the server may be on another machine. Default: false. */
  readonly allowRemote?: boolean | undefined;
}

export const optionsSchema = z.strictObject({
  model: z.string().min(1),
  server: z.enum(["ollama", "lm-studio", "llama.cpp"]).default("ollama"),
  url: z.url({ protocol: /^https?$/ }).optional(),
  headers: z.record(z.string(), z.string()).default({}),
  timeoutMs: z.int().min(100).max(50_000).default(2000),
  allowRemote: z.boolean().default(false),
});

/**
 * Returns a hook that asks a local model server to free the memory of a model at the end of a session, or when
 * PicoClaw's gateway stops. It decides nothing: if the server does not answer, the hook logs that.
 *
 * Throws a `TypeError` if an option is invalid.
 *
 * @example await serve(unloadModel({ model: "qwen3:32b" }));
 */
export function unloadModel(options: UnloadModelOptions): Hook<{}> {
  const checked = checkOptions("unloadModel", optionsSchema, options);
  const { model, headers, timeoutMs, allowRemote } = checked;
  const server = SERVERS[checked.server];
  const url = new URL(server.path, checked.url ?? server.url);
  const unload = async (_event: unknown, { timeout, log }: Context) => {
    try {
      const address = await addressOf(url.hostname, true);
      if (!allowRemote && !isThisMachine(address.address)) {
        throw new Error("expected a server on this machine, got another address: set allowRemote if that is intended");
      }
      await post({ url, address, headers, body: JSON.stringify(server.body(model)), signal: timeout(timeoutMs) });
    } catch (error) {
      log.warn(`the model is still loaded: ${error instanceof Error ? error.message : "unknown error"}`);
    }
  };
  return defineHook({ name: "unload-model", onEvent: { "session.end": unload, "gateway.shutdown": unload } });
}

const LOOPBACK_4 = new BlockList();
LOOPBACK_4.addSubnet("127.0.0.0", 8, "ipv4");

function isThisMachine(address: string): boolean {
  return isIPv4(address) ? LOOPBACK_4.check(address, "ipv4") : address === "::1";
}
