import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { residentReport } from "../../src/serve/resident/report.js";
import { temporaryFolder } from "../launcher/temporary-folder.js";

it("has nothing to report before the first process has started", () => {
  expect(residentReport({ HOME: temporaryFolder() })).toEqual({ processes: [] });
});

describe.runIf(process.platform === "linux")("the report about processes that stay", () => {
  it("has the memory and the folder of each that lives, and what became of the calls", () => {
    const home = temporaryFolder();
    const folder = join(home, ".local/state/agent-hook/residents");
    mkdirSync(folder, { recursive: true });
    const started = readFileSync(`/proc/${process.pid}/stat`, "latin1").split(") ")[1]?.split(" ")[19];
    writeFileSync(join(folder, "1-2.key"), `abc ${process.pid} ${started}\n`);
    writeFileSync(join(folder, "3-4.key"), `abc ${process.pid} 1\n`);
    writeFileSync(join(folder, "calls"), "100 1 first\n200 5 answered\n");
    const { processes, calls } = residentReport({ HOME: home });
    expect(processes).toEqual([
      { pid: process.pid, folder: process.cwd(), bytes: expect.any(Number), usedAt: expect.any(Number) },
    ]);
    expect(processes[0]?.bytes).toBeGreaterThan(2 ** 20);
    expect(calls).toEqual({ answered: 5, others: { first: 1 }, since: 100_000 });
    expect(residentReport({ HOME: home }, 150_000).calls?.others).toEqual({});
  });
});
