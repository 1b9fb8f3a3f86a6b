import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const dist = fileURLToPath(new URL("../dist", import.meta.url));
const service = (host: string) => {
  const chunks = readdirSync(join(dist, "chunks")).map((name) => join(dist, "chunks", name));
  const found = chunks.filter((file) =>
    readFileSync(file, "utf8").includes(`// packages/sdk/src/hosts/${host}/service.ts`),
  );
  expect(found).toHaveLength(1);
  return found[0] as string;
};

/** Returns the npm packages in a file and in everything that it imports statically. */
function packagesOf(file: string, seen = new Set<string>()): Set<string> {
  const found = new Set<string>();
  if (seen.has(file)) return found;
  seen.add(file);
  const text = readFileSync(file, "utf8");
  for (const [, name = ""] of text.matchAll(/^\/\/ .*node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\//gm)) found.add(name);
  for (const [, target = ""] of text.matchAll(/^(?:import|export|\}).*"(\.[^"]+)";$/gm)) {
    for (const name of packagesOf(join(dirname(file), target), seen)) found.add(name);
  }
  return found;
}

describe("loading of libraries", () => {
  it("a start loads no wire library", () => {
    expect([...packagesOf(join(dist, "index.js"))]).toEqual([]);
  });

  it("PicoClaw loads only vscode-jsonrpc, and an MCP client only the MCP library", () => {
    expect([...packagesOf(service("picoclaw"))]).toEqual(["vscode-jsonrpc"]);
    expect([...packagesOf(service("mcp"))].sort()).toEqual([
      "@modelcontextprotocol/core",
      "@modelcontextprotocol/server",
    ]);
  });
});
