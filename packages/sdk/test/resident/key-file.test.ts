import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { KeyFile } from "../../src/serve/resident/key-file.js";
import { temporaryFolder } from "../launcher/temporary-folder.js";

/** No system has a process with this id. */
const GONE = 2 ** 30;

async function listening(folder: string): Promise<KeyFile> {
  const key = new KeyFile(join(folder, "1-2"));
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

  it("is not written in a folder that others can read, for a path that no socket can have, or for too many", () => {
    const folder = temporaryFolder();
    expect(new KeyFile(join(folder, "1-2")).problem()).toBeUndefined();
    expect(new KeyFile(join(folder, "9".repeat(100))).problem()).toContain("too long");
    chmodSync(folder, 0o750);
    expect(new KeyFile(join(folder, "1-2")).problem()).toContain("not only this user's");
    chmodSync(folder, 0o700);
    const started = readFileSync(`/proc/${process.pid}/stat`, "latin1").split(") ")[1]?.split(" ")[19];
    for (let at = 0; at < 32; at++) writeFileSync(join(folder, `${at}-1.key`), `abc ${process.pid} ${started}\n`);
    expect(new KeyFile(join(folder, "1-2")).problem()).toContain("too many");
  });

  it("removes what processes left that are gone", () => {
    const folder = temporaryFolder();
    const left = [`3-4.${GONE}`, `3-4.${GONE}.new`, "3-4.lock", "3-4.key"];
    writeFileSync(join(folder, "3-4.key"), `abc ${GONE} 12\n`);
    for (const name of left.slice(0, 3)) writeFileSync(join(folder, name), `${GONE}\n`);
    writeFileSync(join(folder, "7-8.lock"), `${process.pid}\n`);
    // Another process has the id now.
    writeFileSync(join(folder, "5-6.key"), `abc ${process.pid} 1\n`);
    expect(new KeyFile(join(folder, "1-2")).problem()).toBeUndefined();
    for (const name of [...left, "5-6.key"]) expect(existsSync(join(folder, name))).toBe(false);
    expect(existsSync(join(folder, "7-8.lock"))).toBe(true);
  });
});
