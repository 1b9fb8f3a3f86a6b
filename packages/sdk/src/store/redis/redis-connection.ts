import { connect as connectPlain, isIP, type Socket } from "node:net";
import type { StoreError } from "../../hook/store-error.js";
import { connectionError, connectionLost, notRedis, serverError } from "./redis-failure.js";
import type { RedisSetting } from "./redis-setting.js";
import { type Reply, ReplyError, ReplyReader } from "./replies.js";

/** How often the system checks an idle connection, so that one that a firewall dropped is noticed. */
const KEEP_ALIVE_MS = 30_000;

interface Command {
  readonly bytes: Buffer;
  /** Set when nobody waits for the reply any more. */
  isAbandoned: boolean;
  resolve(reply: Reply): void;
  reject(error: StoreError): void;
}

/**
 * One connection to a server. It never reconnects and never sends a command twice: after a failure, the caller opens
 * another one. Only a connection on which a reply is missing keeps the process running.
 */
export class RedisConnection {
  readonly #socket: Socket;
  readonly #reader = new ReplyReader();
  /** Commands that wait until the server has accepted the login. */
  #unsent: Command[] | undefined = [];
  /** Commands without a reply, the oldest first. */
  readonly #sent: Command[] = [];
  #failure: StoreError | undefined;
  #isRetired = false;

  private constructor(socket: Socket, login: readonly (readonly string[])[], connected: string) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    socket.once(connected, () => void this.#logIn(login));
    socket.on("data", (chunk) => this.#receive(chunk));
    socket.on("error", (error) => this.#fail(connectionError(error)));
    socket.on("close", () => this.#fail(connectionLost()));
  }

  /** Starts to connect. Never rejects: if it fails, the commands do. */
  static async open(setting: RedisSetting): Promise<RedisConnection> {
    const { host, port, isEncrypted } = setting;
    if (!isEncrypted) return new RedisConnection(connectPlain({ host, port }), loginOf(setting), "connect");
    const tls = await import("node:tls");
    const socket = tls.connect({ host, port, ...(isIP(host) === 0 ? { servername: host } : {}) });
    return new RedisConnection(socket, loginOf(setting), "secureConnect");
  }

  /** Whether further commands can be sent. */
  get isUsable(): boolean {
    return this.#failure === undefined && !this.#isRetired;
  }

  /** Resolves to the reply, also if it is an error. Rejects if the connection fails, or with the signal's reason. */
  send(command: readonly string[], signal?: AbortSignal): Promise<Reply> {
    const problem = signal?.aborted ? signal.reason : this.#failure;
    if (problem !== undefined) return Promise.reject(problem);
    return new Promise((resolve, reject) => {
      const entry: Command = { bytes: encode(command), isAbandoned: false, resolve, reject };
      if (signal !== undefined) this.#watch(entry, signal);
      if (this.#unsent !== undefined) this.#unsent.push(entry);
      else this.#write(entry);
      this.#socket.ref();
    });
  }

  /** Sends nothing more, and closes when no reply is missing. */
  retire(): void {
    this.#isRetired = true;
    this.#rest();
  }

  /** A command that was not sent yet never will be. One that was sent leaves its place to the next reply. */
  #watch(entry: Command, signal: AbortSignal): void {
    const { resolve, reject } = entry;
    const onAbort = () => {
      entry.isAbandoned = true;
      reject(signal.reason);
      this.retire();
    };
    const settled = () => signal.removeEventListener("abort", onAbort);
    entry.resolve = (reply) => {
      settled();
      resolve(reply);
    };
    entry.reject = (error) => {
      settled();
      reject(error);
    };
    signal.addEventListener("abort", onAbort);
  }

  /** A command that another user or another database would receive is never sent. */
  async #logIn(login: readonly (readonly string[])[]): Promise<void> {
    const replies = login.map(
      (command) =>
        new Promise<Reply>((resolve, reject) =>
          this.#write({ bytes: encode(command), isAbandoned: false, resolve, reject }),
        ),
    );
    const refused = await Promise.all(replies).then(
      (all) => all.find((reply) => reply instanceof ReplyError),
      () => undefined,
    );
    if (refused !== undefined) this.#fail(serverError(refused.text));
    const waiting = this.#unsent ?? [];
    this.#unsent = undefined;
    for (const entry of waiting) this.#write(entry);
    this.#rest();
  }

  #write(entry: Command): void {
    if (this.#failure !== undefined) entry.reject(this.#failure);
    if (this.#failure !== undefined || entry.isAbandoned) return;
    this.#sent.push(entry);
    this.#socket.write(entry.bytes);
  }

  #receive(chunk: Buffer): void {
    try {
      for (const reply of this.#reader.push(chunk)) this.#deliver(reply);
    } catch {
      this.#fail(notRedis());
    }
  }

  #deliver(reply: Reply): void {
    const entry = this.#sent.shift();
    // A server that accepts no more connections sends an error before it was asked.
    if (entry === undefined) this.#fail(reply instanceof ReplyError ? serverError(reply.text) : notRedis());
    entry?.resolve(reply);
    this.#rest();
  }

  #rest(): void {
    const isWaiting = [...this.#sent, ...(this.#unsent ?? [])].some(({ isAbandoned }) => !isAbandoned);
    if (isWaiting) return;
    if (this.#isRetired) this.#socket.destroy();
    else this.#socket.unref();
  }

  #fail(error: StoreError): void {
    if (this.#failure !== undefined) return;
    this.#failure = error;
    this.#socket.destroy();
    for (const entry of [...this.#sent.splice(0), ...(this.#unsent ?? [])]) entry.reject(error);
    this.#unsent &&= [];
  }
}

/** The commands before the first one of the store. */
function loginOf({ user, password, database }: RedisSetting): string[][] {
  return [
    ...(user === "" && password === "" ? [] : [["AUTH", ...(user === "" ? [] : [user]), password]]),
    ...(database === 0 ? [] : [["SELECT", String(database)]]),
  ];
}

function encode(command: readonly string[]): Buffer {
  const parts = command.map((part) => `$${Buffer.byteLength(part)}\r\n${part}\r\n`);
  return Buffer.from(`*${command.length}\r\n${parts.join("")}`);
}
