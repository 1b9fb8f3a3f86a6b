import { createTestHost } from "@agent-hook/testing";
import { expect, test } from "vitest";
import { hook } from "../src/hook.js";

const approvalOf = (tool: string, args = {}) =>
  createTestHost(hook, { env: { HOME: "/home/me" } }).tool({ tool, arguments: args });

test.each(["read_file", "list_dir", "load_image", "short_grep"])("%s is read-only and approved", async (tool) => {
  expect(await approvalOf(tool, { path: "/etc/hosts" })).toMatchObject({ ran: true, failures: [] });
});

test.each(["exec", "cron"])("%s runs commands and is denied with an alternative", async (tool) => {
  expect(await approvalOf(tool, { command: "ls" })).toMatchObject({
    ran: false,
    reason: "This agent runs no commands. Use the tools for files, or ask the user to run it.",
  });
});

test.each(["web_fetch", "web_search", "find_skills"])("%s could leak what was read and is denied", async (tool) => {
  expect(await approvalOf(tool)).toMatchObject({ ran: false, reason: expect.stringContaining("the network") });
});

test.each([
  ...["spawn", "message", "install_skill", "serial", "mcp_files_read_file", "get_weather"],
  ...["Read_File", "read_file ", "constructor", "__proto__", ""],
])("%j is unknown and denied", async (tool) => {
  expect(await approvalOf(tool, { path: "/etc/hosts" })).toMatchObject({
    ran: false,
    reason: `The guard does not know the tool ${tool}. Do without it, or ask the user to allow it.`,
  });
});

test.each([
  ["no home", {}],
  ["a home that is no absolute path", { HOME: "me" }],
  ["a folder that is no absolute path", { HOME: "/home/me", GUARD_FOLDERS: "/srv/work:notes" }],
  ["a list of folders that is empty", { HOME: "/home/me", GUARD_FOLDERS: "" }],
])("with %s neither the guard nor the agent starts", async (_, env) => {
  await expect(createTestHost(hook, { env }).started()).rejects.toThrow(/must be an absolute path|expected string/);
});
