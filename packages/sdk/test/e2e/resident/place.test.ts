import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { pidNamespace, placeOf } from "../../../src/serve/resident/place.js";
import { serveResident } from "../../../src/serve/resident/serve-resident.js";
import { VariableRule } from "../../../src/serve/resident/variables.js";
import { find } from "../../launcher/find-program.js";
import { temporaryFolder } from "../../launcher/temporary-folder.js";

describe.runIf(process.platform === "linux")("the place of a process", () => {
  /** Returns the id of a process that runs in a folder until the test ends. `before`: what its shell runs first. */
  async function processIn(cwd: string, before = ":"): Promise<number> {
    const child = spawn("/bin/sh", ["-c", `${before}; echo; read -r line`], { cwd });
    onTestFinished(() => void child.kill("SIGKILL"));
    await once(child.stdout, "data");
    return child.pid as number;
  }

  it("is that of other processes in the same folder", async () => {
    expect(placeOf(await processIn(process.cwd()))).toBe(placeOf("self"));
  });

  it("is another one in another folder, also if that has taken the name", async () => {
    const folder = join(temporaryFolder(), "project");
    mkdirSync(folder);
    const pid = await processIn(folder);
    const place = placeOf(pid);
    expect(place).not.toBe(placeOf("self"));
    renameSync(folder, `${folder}.old`);
    expect(placeOf(pid)).not.toBe(place);
    mkdirSync(folder);
    expect(placeOf(await processIn(folder))).not.toBe(place);
  });

  it.each(["umask 027", "ulimit -c 0", "ulimit -S -s 4096", "ulimit -n 200"])(
    "is another one after %s",
    async (before) => {
      const place = placeOf(await processIn(process.cwd(), "umask 022; ulimit -S -c 1"));
      expect(placeOf(await processIn(process.cwd(), `umask 022; ulimit -S -c 1; ${before}`))).not.toBe(place);
    },
  );

  it.runIf(process.getuid?.() === 0 && find("setpriv") !== undefined)(
    "is another one with fewer capabilities",
    async () => {
      const before = "exec setpriv --bounding-set -sys_time /bin/sh -c 'echo; read -r line'";
      expect(placeOf(await processIn(process.cwd(), before))).not.toBe(placeOf("self"));
    },
  );

  it("does not depend on the soft limits that the launcher and Node set for a process that stays", async () => {
    const before = "ulimit -S -t 300; ulimit -S -n 200";
    expect(placeOf(await processIn(process.cwd(), before))).toBe(placeOf("self"));
  });

  it("is undefined for a process that does not exist", () => {
    expect(placeOf(2 ** 30)).toBeUndefined();
  });

  it("is checked by a process that answers launchers: it accepts no call from another folder", async () => {
    const folder = temporaryFolder();
    const service = { answer: async () => ({ document: "{}" }), end: async () => {} };
    const clock = { now: () => 0, after: () => () => {} };
    const setup = { path: join(folder, "1"), rule: VariableRule.allExcept([]), service, files: [], clock };
    const server = await serveResident({ ...setup, onEnd() {} });
    onTestFinished(() => void server.close());
    const path = join(folder, readdirSync(folder).find((name) => name.endsWith(".key")) ?? "");
    const [proof, own] = readFileSync(path, "utf8").split(" ");
    const environment = readFileSync("/proc/self/environ");
    const acceptedFor = async (pid: number): Promise<string> => {
      const socket = connect(path.replace(/key$/, String(own)));
      socket.write(`${pid} ${pidNamespace()} E ${environment.length}\n`);
      socket.write(environment);
      // The end of the loop ends the connection.
      for await (const text of socket) return String(text);
      return "";
    };
    expect(await acceptedFor(await processIn(process.cwd()))).toBe(`${proof}\n`);
    expect(await acceptedFor(await processIn("/"))).toBe("place\n");
  });
});
