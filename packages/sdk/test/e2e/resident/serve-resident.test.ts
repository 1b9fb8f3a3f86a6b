import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { CallAnswer, OneShotInput } from "../../../src/runtime/session.js";
import { pidNamespace } from "../../../src/serve/resident/place.js";
import { serveResident } from "../../../src/serve/resident/serve-resident.js";
import { temporaryFolder } from "../../launcher/temporary-folder.js";

/** Timers that a test lets pass. */
class Timers {
  readonly waiting = new Map<object, { readonly ms: number; readonly callback: () => void }>();

  readonly now = () => 0;

  readonly after = (ms: number, callback: () => void) => {
    const timer = {};
    this.waiting.set(timer, { ms, callback });
    return () => void this.waiting.delete(timer);
  };

  /** No timer is longer than a minute. */
  pass(minutes: number): void {
    for (let minute = 0; minute < minutes; minute++) {
      for (const [timer, { callback }] of [...this.waiting]) {
        this.waiting.delete(timer);
        callback();
      }
    }
  }
}

describe.runIf(process.platform === "linux")("a process that answers launchers", () => {
  let path: string;
  let clock: Timers;
  const onEnd = vi.fn();
  const answered: OneShotInput[] = [];
  let answer: () => CallAnswer | Promise<CallAnswer>;

  beforeEach(async () => {
    path = join(temporaryFolder(), "1-2");
    clock = new Timers();
    onEnd.mockClear();
    answered.length = 0;
    answer = () => ({ document: '{"a":1}' });
    const service = {
      async answer(input: OneShotInput) {
        answered.push(input);
        return answer();
      },
      end: async () => {},
    };
    const server = await serveResident({ path, service, files: [], clock, onEnd });
    onTestFinished(() => void server.close());
  });

  const key = () => readFileSync(`${path}.key`, "utf8").split(" ");
  const environment = () => readFileSync("/proc/self/environ");

  /** Connects as a launcher does. Ends the connection when the test ends. */
  function launcher() {
    const [proof, pid] = key();
    const socket = connect(`${path}.${pid}`);
    onTestFinished(() => void socket.destroy());
    const all = buffer(socket);
    return {
      /** Returns the proof, or `""` if the call is not accepted. */
      async accept(block: Buffer = environment(), pid = process.pid, namespace = pidNamespace()): Promise<string> {
        socket.write(`${pid} ${namespace} E ${block.length}\n`);
        socket.write(block);
        const accepted = once(socket, "data").then(([line]) => String(line));
        return Promise.race([accepted, all.then(String)]);
      },
      /** Returns the answer. */
      async call(body: string): Promise<string> {
        socket.write(`${Buffer.byteLength(body)}\n${body}`);
        return String(await all).slice(`${proof}\n`.length);
      },
      end: () => void socket.destroy(),
    };
  }

  it("proves itself, then answers one call with the event of the launcher", async () => {
    const [proof] = key();
    const { accept, call } = launcher();
    expect(await accept()).toBe(`${proof}\n`);
    expect(await call('{"x":\n1}')).toBe(`${proof} 0 0 7\n{"a":1}`);
    expect(answered).toEqual([{ value: { x: 1 }, text: '{"x":\n1}', event: "E" }]);
  });

  it("answers with the exit code of a process that denies by it, and with the reason", async () => {
    answer = () => ({ denial: "no" });
    const { accept, call } = launcher();
    await accept();
    expect(await call("{}")).toBe(`${key()[0]} 2 3 0\nno\n`);
  });

  it.each<readonly [string, () => Buffer | undefined]>([
    ["for another environment", () => Buffer.concat([environment(), Buffer.from("MORE=1\0")])],
    [
      "once another process has its place",
      () => {
        writeFileSync(`${path}.key`, "another 1 1\n");
        return undefined;
      },
    ],
  ])("does not accept a call %s", async (_what, change) => {
    expect(await launcher().accept(change())).toBe("");
    expect(answered).toEqual([]);
  });

  it("ends once it did not accept a call, because the launcher starts another one", async () => {
    await launcher().accept(Buffer.from("OTHER=1\0"));
    expect(onEnd).toHaveBeenCalledTimes(1);
    expect(() => key()).toThrow("ENOENT");
  });

  it("does not accept a call of a process that it cannot see, as from another container", async () => {
    expect(await launcher().accept(environment(), 2 ** 30)).toBe("");
  });

  it("does not accept a call of a process elsewhere whose id is that of one here", async () => {
    expect(await launcher().accept(environment(), process.pid, "pid:[1]")).toBe("");
  });

  it("answers no call that it did not accept", async () => {
    expect(await launcher().call("{}")).toBe("");
    expect(answered).toEqual([]);
  });

  it("ends ten minutes after the last call, and not while a call runs", async () => {
    clock.pass(9);
    expect(onEnd).not.toHaveBeenCalled();
    const { accept, call, end } = launcher();
    await accept();
    clock.pass(60);
    expect(onEnd).not.toHaveBeenCalled();
    await call("{}");
    end();
    await expect.poll(() => [...clock.waiting.values()].some(({ ms }) => ms === 60_000)).toBe(true);
    clock.pass(9);
    expect(onEnd).not.toHaveBeenCalled();
    clock.pass(1);
    expect(onEnd).toHaveBeenCalledTimes(1);
    expect(() => key()).toThrow("ENOENT");
  });

  it("ends within a minute if it has no key file any more", () => {
    rmSync(`${path}.key`);
    clock.pass(1);
    expect(onEnd).toHaveBeenCalledTimes(1);
  });

  it("ends after the call that it answers once it has been replaced", async () => {
    const { accept, call } = launcher();
    await accept();
    let finish = (_answer: CallAnswer) => {};
    answer = () =>
      new Promise((resolve) => {
        finish = resolve;
      });
    const running = call("{}");
    await expect.poll(() => answered.length).toBe(1);
    const other = launcher();
    writeFileSync(`${path}.key`, "another 1 1\n");
    expect(await other.accept()).toBe("");
    expect(onEnd).not.toHaveBeenCalled();
    finish({});
    expect(await running).toContain(" 0 0 0\n");
    await expect.poll(() => onEnd.mock.calls.length).toBe(1);
  });

  // The last test: this process remembers the module, and would accept no call afterwards.
  it("does not accept a call once a module has changed that the last call loaded", async () => {
    const module = join(temporaryFolder("elsewhere"), "rules.mjs");
    writeFileSync(module, "export const version = 1;");
    answer = async () => {
      await import(/* @vite-ignore */ pathToFileURL(module).href);
      return {};
    };
    const { accept, call } = launcher();
    await accept();
    await call("{}");
    writeFileSync(module, "export const version = 2;");
    expect(await launcher().accept()).toBe("");
  });
});
