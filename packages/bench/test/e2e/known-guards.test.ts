import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { foundProgram } from "../../src/contenders/found-program.js";
import { DANGEROUS_CALL, decisionOn, knownGuards } from "../../src/contenders/known-guards.js";

/** Returns a folder with programs that print what is given for `--version`. */
function folderWith(programs: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "agent-hook-bench-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\nprintf '%s\\n' '${text}'\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

test("the decision of a guard is that of its process", () => {
  const env = { PATH: "/usr/bin:/bin" };
  expect(decisionOn(DANGEROUS_CALL, "grep -q 'rm -rf /' && exit 2", env)).toBe("denies");
  expect(decisionOn({ ...DANGEROUS_CALL, tool_input: {} }, "grep -q 'rm -rf /' && exit 2", env)).toBe("allows");
});

test("a program is found by its variable, then on the PATH", () => {
  const [first, second] = [folderWith({ nah: "nah 1.3.1" }), folderWith({ nah: "nah 0.11.0" })];
  const find = (env: NodeJS.ProcessEnv) => foundProgram("nah", "BENCH_NAH", env);
  expect(find({ PATH: `relative:${first}:${second}` })).toEqual({ path: join(first, "nah"), version: "1.3.1" });
  expect(find({ PATH: first, BENCH_NAH: join(second, "nah") })).toEqual({
    path: join(second, "nah"),
    version: "0.11.0",
  });
  expect(find({ PATH: folderWith({}) })).toBeUndefined();
  expect(() => find({ PATH: folderWith({ nah: "hello" }) })).toThrow(/names no version; set BENCH_NAH/);
});

test("a guard that this machine lacks is left out, with the reason", () => {
  const { guards, absent } = knownGuards({ PATH: folderWith({}) });
  expect(guards.map(({ name }) => name)).toEqual(["cc-safety-net"]);
  expect(absent).toEqual({ nah: "not on the PATH, and BENCH_NAH is not set" });
});

test("each guard is started as its version configures itself", () => {
  const commandsOf = (programs: Readonly<Record<string, string>>) => {
    const folder = folderWith(programs);
    const { guards, absent } = knownGuards({ PATH: folder });
    expect(absent).toEqual({});
    return guards.map(({ name, version, command }) => [name, version, command.replaceAll(folder, "")]);
  };
  const [safetyNet, nah] = commandsOf({ nah: "nah 1.3.1" });
  expect(safetyNet?.[2]).toMatch(/'hook' '--coding-cli'$/);
  expect(nah).toEqual(["nah", "1.3.1", "'/nah' 'hook' 'claude' 'run'"]);
  expect(commandsOf({ nah: "nah 0.11.0" })[1]).toEqual(["nah", "0.11.0", "'/nah' '_claude-hook'"]);
});
