import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { DENIALS } from "../../docker-agent/denials.js";
import { commandFor, idIn, isRunning, run, withoutHint } from "../../launcher/run-launcher.js";
import { SCRIPT_SHELLS } from "../../launcher/shells.js";

const { denials } = DENIALS;

const REFUSED = denials.pre_tool_use;
const node = process.execPath;
const folder = mkdtempSync(join(tmpdir(), "agent-hook-snapshot-"));
const at = (name: string) => join(folder, name);

beforeAll(() => {
  copyFileSync(fileURLToPath(new URL("../../hooks/snapshot.cjs", import.meta.url)), at("ours.cjs"));
  execFileSync(node, ["--snapshot-blob", at("ours.blob"), "--build-snapshot", at("ours.cjs")]);
  const blob = anothersBlob(readFileSync(at("ours.blob")));
  for (const name of ["other", "alone", "again", "looping", "parent"]) writeFileSync(at(`${name}.blob`), blob);
  copyFileSync(at("ours.cjs"), at("other.cjs"));
  writeFileSync(at("again.cjs"), 'console.error("again"); process.exit(14)');
  writeFileSync(at("looping.cjs"), `require("node:fs").writeSync(1, \`child \${process.pid}\\n\`); for (;;);`);
  writeFileSync(
    at("parent.cjs"),
    `const child = require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)"], { stdio: ["ignore", "inherit", "inherit"] });
    require("node:fs").writeSync(1, \`child \${child.pid}\\n\`);
    require("node:fs").writeSync(3, process.env.AGENT_HOOK_KEY + " 2\\n{}\\n");
    process.exit(0);`,
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Changes the blob to another Node version. Its first bytes name the Node that created it. */
function anothersBlob(blob: Buffer): Buffer {
  const version = process.versions.node;
  const place = blob.indexOf(version);
  expect(place).toBeGreaterThan(0);
  blob.write(
    version.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)),
    place,
  );
  return blob;
}

const withSnapshot = (name: string, ...args: readonly string[]) =>
  commandFor("", {
    seconds: name === "looping" ? 1 : 60,
    command: [node, "--snapshot-blob", at(`${name}.blob`), ...args],
  });

describe.each(SCRIPT_SHELLS)("a start-up snapshot under the launcher in $name", ({ path }) => {
  const tested = it.skipIf(path === undefined);
  const started = (command: string) => run(command, { sh: path ?? "", stdin: "x".repeat(100_000) });

  tested("runs with the Node that created it", async () => {
    const { stdout } = await started(withSnapshot("ours", at("ours.cjs"), "--host", "x"));
    expect(JSON.parse(stdout.toString())).toEqual({ made: "snapshot", args: ["--host", "x"], length: 100_000 });
  });

  tested.each([
    ["named after it", () => [at("other.cjs")]],
    ["not named", () => ["--"]],
  ])("of another Node is replaced by the bundle, %s, which gets all of stdin", async (_, first) => {
    const { stdout, stderr } = await started(withSnapshot("other", ...first(), "--host", "x"));
    expect(JSON.parse(stdout.toString())).toEqual({ made: "bundle", args: ["--host", "x"], length: 100_000 });
    expect(stderr).toContain("Failed to load the startup snapshot");
  });

  tested("of another Node without a bundle is denied", async () => {
    expect(withoutHint((await started(withSnapshot("alone", "x"))).stdout)).toBe(REFUSED);
  });

  tested("starts its bundle once", async () => {
    const { stdout, stderr } = await started(withSnapshot("again", at("again.cjs")));
    expect(withoutHint(stdout)).toBe(REFUSED);
    expect(stderr.match(/^again$/gm)).toHaveLength(1);
  });

  tested("gives its bundle the same deadline", async () => {
    const { stdout, stderr } = await started(withSnapshot("looping", at("looping.cjs")));
    expect(withoutHint(stdout)).toBe(REFUSED);
    await vi.waitFor(() => expect(isRunning(idIn(stderr, "child"))).toBe(false), 300_000);
  });

  tested("has a bundle whose child keeps no pipe of the host open", async () => {
    const { stdout, stderr } = await started(withSnapshot("parent", at("parent.cjs")));
    expect(stdout.toString()).toBe("{}\n");
    expect(isRunning(idIn(stderr, "child"))).toBe(true);
  });

  tested("is the only reason for a second start: a hook may exit with 14", async () => {
    const { stdout, stderr } = await started(commandFor("", { command: [node, at("again.cjs")] }));
    expect(withoutHint(stdout)).toBe(REFUSED);
    expect(stderr.match(/^again$/gm)).toHaveLength(1);
  });
});
