import { expect, test } from "vitest";
import { MCP_TOOL_HOSTS, MOD_HOSTS } from "../src/hosts/host-lists.js";
import { oneShotHosts } from "../src/hosts/registry.js";

test.each([
  ["loadMod", MOD_HOSTS],
  ["mcpTool", MCP_TOOL_HOSTS],
] as const)("the list of the hosts with %s has all of them", (field, list) => {
  expect(list).toEqual(oneShotHosts.filter((host) => host[field] !== undefined).map(({ name }) => name));
});
