import { once } from "node:events";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { CallAnswer, OneShotInput } from "../../../src/runtime/session.js";
import { pidNamespace } from "../../../src/serve/resident/place.js";
import { serveResident } from "../../../src/serve/resident/serve-resident.js";
import { DIFFERENT_EACH_TIME, VariableRule } from "../../../src/serve/resident/variables.js";
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
  let folder: string;
  let clock: Timers;
  const onEnd = vi.fn();
  const answered: OneShotInput[] = [];
  let answer: () => CallAnswer | Promise<CallAnswer>;

  beforeEach(async () => {
    folder = temporaryFolder();
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
    const rule = VariableRule.allExcept(DIFFERENT_EACH_TIME);
    const server = await serveResident({ path: join(folder, "1"), rule, service, files: [], clock, onEnd });
    onTestFinished(() => void server.close());
    onTestFinished(() => void process.removeAllListeners("SIGUSR2"));
    const name = readdirSync(folder).find((file) => file.endsWith(".key")) ?? "";
    path = join(folder, name.replace(/\.key$/, ""));
  });

  const key = () => readFileSync(`${path}.key`, "utf8").split(" ");
  const environment = () => readFileSync("/proc/self/environ");

  /** Connects as a launcher does. Ends the connection when the test ends. */
  function launcher() {
    const [proof, pid] = key();
    const socket = connect(`${path}.${pid}`);
    onTestFinished(() => void socket.destroy());
    const all = buffer(socket).catch(() => Buffer.of());
    return {
      /** Returns the proof, or why the call is not accepted. */
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

  it.each<readonly [string, string, () => Buffer | undefined]>([
    ["for another environment", "environment", () => Buffer.concat([environment(), Buffer.from("MORE=1\0")])],
    [
      "once another process has its place",
      "files",
      () => {
        writeFileSync(`${path}.key`, "another 1 1\n");
        return undefined;
      },
    ],
  ])("does not accept a call %s", async (_what, why, change) => {
    expect(await launcher().accept(change())).toBe(`${why}\n`);
    expect(answered).toEqual([]);
  });

  it("ends once it did not accept a call, because the launcher starts another one", async () => {
    await launcher().accept(Buffer.from("OTHER=1\0"));
    expect(onEnd).toHaveBeenCalledTimes(1);
    expect(() => key()).toThrow("ENOENT");
  });

  it("does not accept a call of a process that it cannot see, as from another container", async () => {
    expect(await launcher().accept(environment(), 2 ** 30)).toBe("place\n");
  });

  it("does not accept a call of a process elsewhere whose id is that of one here", async () => {
    expect(await launcher().accept(environment(), process.pid, "pid:[1]")).toBe("place\n");
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

  /** Answers wait until the returned function is called. */
  function blocked(): () => void {
    let finish = () => {};
    const waiting = new Promise<void>((resolve) => {
      finish = resolve;
    });
    answer = () => waiting.then(() => ({}));
    return finish;
  }

  it("accepts one call at a time, so that none depends on another, and leaves out those that stopped waiting", async () => {
    const [proof] = key();
    const finish = blocked();
    const [first, second, third] = [launcher(), launcher(), launcher()];
    await first.accept();
    const running = first.call("{}");
    await expect.poll(() => answered.length).toBe(1);
    const accepted: string[] = [];
    void second.accept().then((reply) => accepted.push(`second ${reply}`));
    void third.accept().then((reply) => accepted.push(`third ${reply}`));
    second.end();
    await expect.poll(() => accepted).toEqual(["second "]);
    finish();
    expect(await running).toContain(" 0 0 0\n");
    await expect.poll(() => accepted).toEqual(["second ", `third ${proof}\n`]);
    expect(await third.call("{}")).toContain(" 0 0 0\n");
    expect(answered).toHaveLength(2);
  });

  it.each([
    ["has been replaced", () => writeFileSync(`${path}.key`, "another 1 1\n")],
    ["must make room for another one", () => void process.kill(process.pid, "SIGUSR2")],
  ])("ends after the call that it answers once it %s", async (_what, change) => {
    const finish = blocked();
    const { accept, call } = launcher();
    await accept();
    const running = call("{}");
    await expect.poll(() => answered.length).toBe(1);
    const other = launcher().accept();
    change();
    await new Promise(setImmediate);
    expect(onEnd).not.toHaveBeenCalled();
    finish();
    expect(await running).toContain(" 0 0 0\n");
    expect(await other).toMatch(/^(?:files|gone)\n$/);
    await expect.poll(() => onEnd.mock.calls.length).toBeGreaterThan(0);
  });

  it("gives the hook the variables of the caller that are not compared", async () => {
    onTestFinished(() => void delete process.env.TEST_SESSION_ID);
    const seen: unknown[] = [];
    answer = () => {
      seen.push(process.env.TEST_SESSION_ID);
      return {};
    };
    for (const more of ["TEST_SESSION_ID=7\0", "TEST_SESSION_ID=8\0", ""]) {
      const { accept, call } = launcher();
      await accept(Buffer.concat([environment(), Buffer.from(more)]));
      await call("{}");
    }
    expect(seen).toEqual(["7", "8", undefined]);
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
    expect(await launcher().accept()).toBe("files\n");
  });
});
