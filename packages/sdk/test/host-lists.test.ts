import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { MCP_TOOL_HOSTS, MOD_HOSTS } from "../src/hosts/generated/names.js";
import { MACHINES } from "../src/hosts/machines.js";
import { oneShotHosts } from "../src/hosts/registry.js";

test.each([
  ["loadMod", MOD_HOSTS],
  ["mcpTool", MCP_TOOL_HOSTS],
] as const)("the list of the hosts with %s has all of them", (field, list) => {
  expect(list).toEqual(oneShotHosts.filter((host) => host[field] !== undefined).map(({ name }) => name));
});

test("every host states in machine.ts what switches off its hooks and marks its shell", () => {
  const folders = readdirSync(new URL("../src/hosts", import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "generated")
    .map(({ name }) => name);
  expect(Object.keys(MACHINES).sort()).toEqual(folders.sort());
});
