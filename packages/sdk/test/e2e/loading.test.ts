import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";

const dist = fileURLToPath(new URL("../../dist", import.meta.url));
const service = (host: string) => {
  const [found, ...more] = readdirSync(join(dist, "chunks")).filter((name) => name.startsWith(`${host}-service-`));
  expect(more).toEqual([]);
  return join(dist, "chunks", found as string);
};

/** Returns the npm packages in a file and in everything that it imports statically, from the first line of each file. */
function packagesOf(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const text = readFileSync(file, "utf8");
  const own = /^\/\/ Contains (.+): see THIRD_PARTY_NOTICES\.md$/m.exec(text)?.[1]?.split(", ") ?? [];
  const imported = [...text.matchAll(/^(?:import|export|\}).*"(\.[^"]+)";$/gm)].flatMap(([, target = ""]) =>
    packagesOf(join(dirname(file), target), seen),
  );
  return [...new Set([...own, ...imported])].sort();
}

describe("loading of libraries", () => {
  it("a start loads none", () => {
    expect(packagesOf(join(dist, "index.js"))).toEqual([]);
  });

  it("a hook under PicoClaw loads vscode-jsonrpc, and one under an MCP client the MCP library", () => {
    expect(packagesOf(service("picoclaw"))).toEqual(["vscode-jsonrpc", "zod"]);
    expect(packagesOf(service("mcp"))).toEqual(["@modelcontextprotocol/core", "@modelcontextprotocol/server", "zod"]);
  });
});

describe("a denial under Claude Code", () => {
  const folder = mkdtempSync(join(tmpdir(), "loading-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  const CALL = JSON.stringify({
    ...{ session_id: "s", transcript_path: "/t.jsonl", cwd: "/", permission_mode: "default", tool_use_id: "toolu_1" },
    ...{ hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "rm -rf /" } },
  });
  const LISTS_BUILTINS = join(folder, "lists-builtins.cjs");
  writeFileSync(
    LISTS_BUILTINS,
    `process.on("exit", () => require("fs").writeFileSync(process.env.BUILTINS, process.moduleLoadList.join("\\n")));`,
  );

  /** Denies a call in a new process. Node's coverage names all files that the process loaded. */
  function denial(hook: string, ...args: readonly string[]) {
    const [coverage, builtins] = [join(folder, hook, "coverage"), join(folder, `${hook}.txt`)];
    const file = fileURLToPath(new URL(`../hooks/${hook}`, import.meta.url));
    const env = { PATH: process.env.PATH, HOME: folder, NODE_V8_COVERAGE: coverage, BUILTINS: builtins };
    const { stdout } = spawnSync(process.execPath, ["--require", LISTS_BUILTINS, file, ...args], { input: CALL, env });
    expect(String(stdout)).toContain('"permissionDecision":"deny"');
    const [report = ""] = readdirSync(coverage);
    const { result } = JSON.parse(readFileSync(join(coverage, report), "utf8")) as { result: { url: string }[] };
    const files = result.flatMap(({ url }) => (url.startsWith("file:") ? [fileURLToPath(url)] : []));
    return {
      files: files.filter((path) => path.startsWith(dist)),
      builtins: readFileSync(builtins, "utf8").split("\n"),
    };
  }

  it("loads four of our files, with less than 450,000 bytes", () => {
    const { files } = denial("small-guard.mjs", "--host", "claude-code");
    const names = files.map((path) => path.slice(dist.length + 1).replace(/-[\w-]{8}\.js$/, ""));
    expect(names.sort()).toEqual(["chunks/call", "chunks/claude-code-serve", "chunks/core", "index.js"]);
    // A little more than what they have. What a call does not need belongs in a file that is loaded later.
    expect(files.reduce((sum, path) => sum + statSync(path).size, 0)).toBeLessThan(450_000);
  });

  it("loads the built-in modules of a bare script, and os, signal_wrap and module", () => {
    const bare = new Set(denial("bare-guard.mjs").builtins);
    const more = denial("small-guard.mjs").builtins.filter((name) => !bare.has(name));
    expect(more.filter((name) => !/ (os|signal_wrap|module|internal\/source_map\/source_map)$/.test(name))).toEqual([]);
  });
});
