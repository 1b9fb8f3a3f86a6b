import { chmodSync, existsSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { KeyFile } from "../../src/serve/resident/key-file.js";
import { livingResidents } from "../../src/serve/resident/residents-folder.js";
import { temporaryFolder } from "../launcher/temporary-folder.js";

/** No system has a process with this id. */
const GONE = 2 ** 30;

function keyIn(folder: string, name = "1-2"): KeyFile {
  const [rule = ""] = name.split("-");
  return new KeyFile({ lock: join(folder, "1-2"), names: { rule, key: name }, rule: "+ ^(?:A)=\n" });
}

/** What a key file of this process says. */
function line(): string {
  const started = readFileSync(`/proc/${process.pid}/stat`, "latin1").split(") ")[1]?.split(" ")[19];
  return `abc ${process.pid} ${started}\n`;
}

async function listening(folder: string): Promise<KeyFile> {
  const key = keyIn(folder);
  const server = createServer().listen(key.socketPath);
  onTestFinished(() => void server.close());
  await new Promise((done) => server.once("listening", done));
  return key;
}

describe.runIf(process.platform === "linux")("the file by which the launcher finds a process", () => {
  it("can be read by nobody else, nor can the socket be used, and ends the launcher's lock", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "1-2.lock"), "1\n");
    const key = await listening(folder);
    key.write();
    expect(statSync(join(folder, "1-2.key")).mode & 0o777).toBe(0o600);
    expect(statSync(key.socketPath).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, "1-2.key"), "utf8")).toMatch(new RegExp(`^[0-9a-f]{32} ${process.pid} \\d+\\n$`));
    expect(readFileSync(join(folder, "1.variables"), "utf8")).toBe("+ ^(?:A)=\n");
    expect(existsSync(join(folder, "1-2.lock"))).toBe(false);
    expect(key.isOwn()).toBe(true);
    key.remove();
    expect(existsSync(join(folder, "1-2.key"))).toBe(false);
    expect(key.isOwn()).toBe(false);
  });

  it("belongs to the last process that wrote it, and only this one removes it", async () => {
    const folder = temporaryFolder();
    const first = await listening(folder);
    first.write();
    writeFileSync(join(folder, "1-2.key"), `${"f".repeat(32)} 1 1\n`);
    expect(first.isOwn()).toBe(false);
    first.remove();
    expect(existsSync(join(folder, "1-2.key"))).toBe(true);
  });

  it("is not written in a folder that others can read, or for a path that no socket can have", () => {
    const folder = temporaryFolder();
    expect(keyIn(folder).problem()).toBeUndefined();
    expect(keyIn(folder, "9".repeat(100)).problem()).toContain("too long");
    chmodSync(folder, 0o750);
    expect(keyIn(folder).problem()).toContain("not only this user's");
  });

  it("ends the process that was not used for the longest time if there are more than four", async () => {
    const folder = temporaryFolder();
    const ended = vi.fn();
    process.on("SIGUSR2", ended);
    onTestFinished(() => void process.off("SIGUSR2", ended));
    for (const [name, usedAt] of Object.entries({ a: 30, b: 10, c: 20, d: 40 })) {
      writeFileSync(join(folder, `${name}-1.key`), line());
      utimesSync(join(folder, `${name}-1.key`), usedAt, usedAt);
    }
    const key = await listening(folder);
    key.write();
    const left = ["a-1.key", "c-1.key", "d-1.key", "1-2.key"].filter((name) => existsSync(join(folder, name)));
    expect(left).toHaveLength(4);
    expect([existsSync(join(folder, "b-1.key")), existsSync(join(folder, "b-1.full"))]).toEqual([false, true]);
    await expect.poll(() => ended.mock.calls.length).toBe(1);
  });

  it("has the time of the last call", async () => {
    const folder = temporaryFolder();
    const key = await listening(folder);
    key.write();
    utimesSync(join(folder, "1-2.key"), 10, 10);
    key.touch();
    expect(livingResidents(folder)).toMatchObject([
      { pid: process.pid, usedAt: expect.toSatisfy((at) => at > 10_000) },
    ]);
  });

  it("removes what processes left that are gone", () => {
    const folder = temporaryFolder();
    const left = [`3-4.${GONE}`, `3-4.${GONE}.new`, "3-4.lock", "3-4.key", "3.variables", "3-4.full"];
    writeFileSync(join(folder, "3-4.key"), `abc ${GONE} 12\n`);
    for (const name of left.slice(0, 3)) writeFileSync(join(folder, name), `${GONE}\n`);
    for (const name of left.slice(4)) writeFileSync(join(folder, name), "");
    utimesSync(join(folder, "3-4.full"), 10, 10);
    writeFileSync(join(folder, "9-9.full"), "");
    writeFileSync(join(folder, "7-8.lock"), `${process.pid}\n`);
    // Another process has the id now.
    writeFileSync(join(folder, "5-6.key"), `abc ${process.pid} 1\n`);
    expect(keyIn(folder).problem()).toBeUndefined();
    for (const name of [...left, "5-6.key"]) expect(existsSync(join(folder, name))).toBe(false);
    for (const name of ["7-8.lock", "9-9.full"]) expect(existsSync(join(folder, name))).toBe(true);
  });
});
