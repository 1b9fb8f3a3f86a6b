import { createTestHost } from "@agent-hook/testing";
import { expect, test } from "vitest";
import { hook } from "../src/hook.js";
import { makeHome } from "./home.js";

const approvalOf = (tool: string, args = {}) =>
  createTestHost(hook, { env: { HOME: "/home/me" } }).approveTool({ tool, arguments: args });

test.each(["read_file", "list_dir", "load_image", "short_grep"])("%s is read-only and approved", async (tool) => {
  expect(await approvalOf(tool, { path: "/etc/hosts" })).toMatchObject({ outcome: "approved", failures: [] });
});

test.each(["exec", "cron"])("%s runs commands and is denied with an alternative", async (tool) => {
  expect(await approvalOf(tool, { command: "ls" })).toMatchObject({
    outcome: "denied",
    reason: "This agent runs no commands. Use the tools for files, or ask the user to run it.",
  });
});

test.each(["web_fetch", "web_search", "find_skills"])("%s could leak what was read and is denied", async (tool) => {
  expect(await approvalOf(tool)).toMatchObject({ outcome: "denied", reason: expect.stringContaining("the network") });
});

test.each([
  ...["spawn", "message", "install_skill", "serial", "mcp_files_read_file", "get_weather"],
  ...["Read_File", "read_file ", "constructor", "__proto__", ""],
])("%j is unknown and denied", async (tool) => {
  expect(await approvalOf(tool, { path: "/etc/hosts" })).toMatchObject({
    outcome: "denied",
    reason: `The guard does not know the tool ${tool}. Do without it, or ask the user to allow it.`,
  });
});

test("a denied tool does not run, and the model gets the reason", async () => {
  const host = createTestHost(hook, { env: { HOME: makeHome().path } });
  let ran = false;
  const round = await host.runTool({ tool: "exec", arguments: { command: "rm -rf /" } }, () => {
    ran = true;
    return "";
  });
  expect(round).toMatchObject({ outcome: "denied", text: expect.stringContaining("This agent runs no commands.") });
  expect(ran).toBe(false);
});

test.each([
  ["no home", {}],
  ["a home that is no absolute path", { HOME: "me" }],
  ["a folder that is no absolute path", { HOME: "/home/me", GUARD_FOLDERS: "/srv/work:notes" }],
  ["a list of folders that is empty", { HOME: "/home/me", GUARD_FOLDERS: "" }],
])("with %s neither the guard nor the agent starts", async (_, env) => {
  await expect(createTestHost(hook, { env }).started()).rejects.toThrow(/must be an absolute path|expected string/);
});
