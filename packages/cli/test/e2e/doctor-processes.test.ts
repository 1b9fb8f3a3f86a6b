import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { config, configFile, folder, hook } from "../doctor/configs.js";
import { runDoctor, startDoctor } from "../doctor/run-doctor.js";

/** Listens for the connections of `stays.mjs` and its child. Each connection ends with its process. */
async function listen() {
  const path = join(folder(), "socket");
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.resume()));
  await new Promise<void>((resolve) => server.listen(path, resolve));
  onTestFinished(() => {
    server.close();
  });
  return { path, sockets, server };
}

async function stays(fields: object = {}) {
  const beacons = await listen();
  const env = { BEACON: beacons.path, ...fields };
  const stubborn = hook("picoclaw/test/hooks/stays.mjs", { env, intercept: ["before_tool"] });
  return { beacons, file: configFile(config({ stubborn })) };
}

const closed = (sockets: readonly Socket[]) =>
  Promise.all(sockets.map((socket) => (socket.closed ? undefined : once(socket, "close"))));

describe("every process that doctor started has ended", () => {
  test("when doctor is done, including stubborn hooks and processes that a hook started", async () => {
    const { beacons, file } = await stays();
    expect((await runDoctor([file])).code).toBe(1);
    // Three starts: for the handshake, to be killed, and for a call.
    expect(beacons.sockets).toHaveLength(6);
    await closed(beacons.sockets);
  });

  test.each([
    ["SIGTERM", 143],
    ["SIGINT", 130],
    ["SIGHUP", 129],
  ] as const)("when doctor is ended by %s while it waits for a hook", async (signal, code) => {
    const { beacons, file } = await stays({ SILENT: "1" });
    const doctor = startDoctor([file]);
    while (beacons.sockets.length < 2) await once(beacons.server, "connection");
    doctor.kill(signal);
    expect(await once(doctor, "exit")).toEqual([code, null]);
    await closed(beacons.sockets);
  });
});
