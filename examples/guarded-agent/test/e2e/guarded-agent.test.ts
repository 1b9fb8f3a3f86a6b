import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";

const MAIN = fileURLToPath(new URL("../../dist/main.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "guarded-agent-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

function run(args: readonly string[], env: Record<string, string> = {}) {
  const options = { encoding: "utf8", env: { ...process.env, TMPDIR: folder, ...env }, input: "" } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], options);
  // Returns the text of each scene, without its number.
  const scenes = stdout.split(/\n\n(?:\d\. )?/).slice(1);
  return { status, stdout, stderr, scenes };
}

describe("with a user who approves", () => {
  const { status, stdout, stderr, scenes } = run(["--yes"]);
  const [weather, secret, outside, write, killed, back] = scenes;

  test("exits with code 0 and leaves nothing behind", () => {
    expect(stdout).toMatch(/\n\nOK: every hook took effect\.\n$/);
    expect(stderr).toBe("");
    expect(status).toBe(0);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("the weather hook answers its own tool", () => {
    expect(weather).toContain("answered by       weather\n");
    expect(weather).toContain("model reads       Beijing weather: Sunny, temperature 15°C, humidity 45%");
  });

  test("the in-process hook removes the key from a result", () => {
    expect(secret).toContain("tool gives        the key is sk-0123456789abcdefghij\n");
    expect(secret).toContain("model reads       the key is [secret]");
  });

  test("the guard denies a write outside the workspace, and the user is not asked", () => {
    expect(outside).toContain("denied by         guard\n");
    expect(outside).toContain("Only files in . may be written. Write the whole path.");
    expect(outside).not.toMatch(/house asks|tool gives/);
  });

  test("a write inside waits for the user", () => {
    expect(write).toMatch(
      /house asks +may write_file run\? it changes a file\n +a person +yes\n +tool gives +written\n/,
    );
  });

  test("a killed guard denies what it approved before, and is restarted", () => {
    expect(killed).toContain("guard             process-lost\n");
    expect(killed).toContain('tool approval hook "guard" failed');
    expect(killed).not.toContain("tool gives");
    expect(back).toMatch(/^The guard is back\n {3}guard +restarted\n/);
    expect(back).toContain("model reads       the key is [secret]");
  });
});

test.each([
  [["--no"], "the user denied the call (it changes a file)"],
  [[], "nobody was there to ask"],
])("with %j the write is denied: %s", (args, reason) => {
  const { status, scenes } = run(args);
  expect(scenes[3]).toContain(`model reads       Tool execution denied by approval hook: ${reason}`);
  expect(scenes[3]).not.toContain("tool gives");
  expect(status).toBe(0);
});

// Only the `script` of util-linux has `-c`.
const noScript = !spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux");
test.skipIf(noScript)("in a terminal the user is asked (skipped without script of util-linux)", () => {
  const args = ["-qec", `"${process.execPath}" "${MAIN}"`, "/dev/null"];
  const { status, stdout } = spawnSync("script", args, { encoding: "utf8", input: "yes\n", timeout: 300_000 });
  expect(stdout).toMatch(/yes or no\?[\s\S]*a person +yes\r\n +tool gives +written/);
  expect(status).toBe(0);
});

test.each([[["--maybe"]], [["--yes", "--no"]]])("%j is invalid usage: exit code 2", (args) => {
  const { status, stdout, stderr } = run(args);
  expect(stderr).toContain("usage: node main.js [--yes | --no]");
  expect(stdout).toBe("");
  expect(status).toBe(2);
});
