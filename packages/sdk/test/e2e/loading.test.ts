import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

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
  it("a start loads only zod", () => {
    expect(packagesOf(join(dist, "index.js"))).toEqual(["zod"]);
  });

  it("a hook under PicoClaw loads vscode-jsonrpc, and one under an MCP client the MCP library", () => {
    expect(packagesOf(service("picoclaw"))).toEqual(["vscode-jsonrpc", "zod"]);
    expect(packagesOf(service("mcp"))).toEqual(["@modelcontextprotocol/core", "@modelcontextprotocol/server", "zod"]);
  });
});
