import { closeSync, mkdtempSync, openSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Normally 1 to 2 ms are enough. The limit keeps a hook from hanging at startup. */
const LIMIT_MS = 2000;

/** Node's internal handle of a socket. `net.Socket` accepts it as its `handle`. */
export interface SocketHandle {
  readonly fd: number;
}

interface Pipe extends SocketHandle {
  pendingHandle?: SocketHandle;
  onread: (bytes: ArrayBuffer | undefined) => void;
  onconnection: (status: number, client: Pipe) => void;
  open(descriptor: number): number;
  bind(path: string): number;
  listen(backlog: number): number;
  connect(request: object, path: string): number;
  readStart(): number;
  writeUtf8String(request: object, text: string, handle: Pipe): number;
  close(): void;
}

interface Bindings {
  binding(name: "pipe_wrap"): {
    readonly Pipe: new (type: number) => Pipe;
    readonly PipeConnectWrap: new () => object;
    readonly constants: { readonly SOCKET: number; readonly SERVER: number; readonly IPC: number };
  };
  binding(name: "stream_wrap"): { readonly WriteWrap: new () => object };
}

/**
 * Creates a second handle, with its own descriptor, for a socket of this process. Returns `undefined` if this version
 * of Node cannot. Node cannot duplicate a descriptor, and a socket, unlike a pipe, cannot be reopened by its path. The
 * process therefore sends the socket to itself over a Unix socket, as `subprocess.send` sends one to a child. On Linux,
 * the Unix socket is abstract and has no file. Elsewhere, its file is in a folder that only its user can enter.
 */
export async function duplicateSocket(descriptor: number): Promise<SocketHandle | undefined> {
  try {
    if (process.platform === "linux") return await sendToItself(descriptor, `\0agent-hook-${secret()}`, secret());
    const folder = mkdtempSync(join(tmpdir(), "agent-hook-"));
    try {
      return await sendToItself(descriptor, join(folder, "s"), secret());
    } finally {
      rmSync(folder, { recursive: true });
    }
  } catch {
    return undefined;
  }
}

/** Returns what no other process can guess. Not from `crypto`, which takes longer to load than all of the rest here. */
function secret(): string {
  const bytes = Buffer.alloc(16);
  const random = openSync("/dev/urandom", "r");
  try {
    for (let at = 0; at < bytes.length; ) at += readSync(random, bytes, at, bytes.length - at, null);
  } finally {
    closeSync(random);
  }
  return bytes.toString("hex");
}

/** The token guards against another user who sees the path and connects first. */
function sendToItself(descriptor: number, path: string, token: string): Promise<SocketHandle | undefined> {
  const bindings = process as unknown as Bindings;
  const { Pipe, PipeConnectWrap, constants } = bindings.binding("pipe_wrap");
  const { WriteWrap } = bindings.binding("stream_wrap");
  const original = new Pipe(constants.SOCKET);
  const server = new Pipe(constants.SERVER);
  const from = new Pipe(constants.IPC);
  const to = new Pipe(constants.IPC);
  const connecting = Object.assign(new PipeConnectWrap(), { oncomplete() {} });
  const writing = Object.assign(new WriteWrap(), { oncomplete() {} });
  let resolve: (handle: SocketHandle | undefined) => void = () => {};
  const promise = new Promise<SocketHandle | undefined>((settle) => {
    resolve = settle;
  });
  const check = (code: number) => {
    if (code !== 0) resolve(undefined);
  };
  const timer = setTimeout(resolve, LIMIT_MS, undefined);

  server.onconnection = (status, client) => {
    check(status);
    check(to.open(client.fd));
    to.onread = (bytes) => {
      const isOurs = bytes !== undefined && Buffer.from(bytes).includes(token);
      resolve(isOurs ? to.pendingHandle : undefined);
    };
    check(to.readStart());
    check(from.writeUtf8String(writing, token, original));
  };
  check(original.open(descriptor));
  check(server.bind(path));
  check(server.listen(1));
  check(from.connect(connecting, path));
  return promise.finally(() => {
    clearTimeout(timer);
    for (const pipe of [server, from, to]) pipe.close();
  });
}
