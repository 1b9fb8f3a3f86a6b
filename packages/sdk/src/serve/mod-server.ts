import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { ownCommand } from "../runtime/own-command.js";
import type { CallAnswer, CallService } from "../runtime/session.js";
import { parseJson } from "../wire/message.js";

/** How often the hook looks whether its host is gone. */
const PARENT_CHECK_MS = 2000;

/** What only the mod and this process know. */
interface Secrets {
  /** Proves to this process that the mod sent a call. */
  readonly token: string;
  /** Proves to the mod that this process sent an answer: another program may listen on the port later. */
  readonly proof: string;
}

/** Reads the secrets from stdin, which no other process can read. Throws if they are missing. */
export async function readSecrets(stdin: NodeJS.ReadableStream): Promise<Secrets> {
  const [token = "", proof = ""] = (await text(stdin)).trim().split(" ");
  if (token.length >= 32 && proof.length >= 32) return { token, proof };
  throw new Error("AGENT_HOOK_MOD: expected a mod that writes its two secrets to stdin");
}

/**
 * Answers the calls of a mod: one event per request, as a command would read it from stdin. Listens only on 127.0.0.1.
 * Prints the proof and the port. Each answer names this hook, so that its command does not judge the same event again.
 */
export async function listenForMod(
  { answer }: CallService,
  { token, proof }: Secrets,
  print: (line: string) => void,
): Promise<Server> {
  // Not imported at the top: only a mod needs it.
  const { createServer } = await import("node:http");
  const server = createServer((request, response) => {
    void answerRequest(request).then(
      (reply) => send(response, 200, { ...reply, proof, judge: ownCommand() }),
      () => send(response, 403, {}),
    );
  });
  async function answerRequest(request: IncomingMessage): Promise<CallAnswer> {
    if (!isSame(request.headers.authorization ?? "", `Bearer ${token}`)) throw new Error("not the mod");
    const body = await text(request);
    return answer({ value: parseJson(body), text: body });
  }
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as { readonly port: number };
  print(`\n${proof} ${port}\n`);
  return server;
}

/** Calls back when the process that started this one is gone. */
export function onParentGone(gone: () => void): void {
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || gone(), PARENT_CHECK_MS).unref();
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
