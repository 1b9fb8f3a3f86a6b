import { createTestHost } from "@agent-hook/testing";
import { expect, test } from "vitest";
import { hook } from "../src/hook.js";
import { makeHome } from "./home.js";

const asked = (tool: string, args = {}) =>
  createTestHost(hook, { env: { HOME: "/home/me" } }).approveTool({ tool, arguments: args });

test.each(["read_file", "list_dir", "load_image", "short_grep"])("%s only looks, and is approved", async (tool) => {
  expect(await asked(tool, { path: "/etc/hosts" })).toMatchObject({ outcome: "approved", failures: [] });
});

test.each(["exec", "cron"])("%s runs commands, and is refused with what to do instead", async (tool) => {
  expect(await asked(tool, { command: "ls" })).toMatchObject({
    outcome: "denied",
    reason: "This agent runs no commands. Use the tools for files, or ask the user to run it.",
  });
});

test.each(["web_fetch", "web_search", "find_skills"])(
  "%s could carry out what was read, and is refused",
  async (tool) => {
    expect(await asked(tool)).toMatchObject({ outcome: "denied", reason: expect.stringContaining("the network") });
  },
);

test.each([
  ...["spawn", "message", "install_skill", "serial", "mcp_files_read_file", "get_weather"],
  ...["Read_File", "read_file ", "constructor", "__proto__", ""],
])("%j is not known, and is refused", async (tool) => {
  expect(await asked(tool, { path: "/etc/hosts" })).toMatchObject({
    outcome: "denied",
    reason: `The guard does not know the tool ${tool}. Do without it, or ask the user to allow it.`,
  });
});

test("a tool that is refused does not run, and the model reads why", async () => {
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
])("with %s the guard does not start, and so the agent does not", async (_, env) => {
  await expect(createTestHost(hook, { env }).started()).rejects.toThrow(/must be an absolute path|expected string/);
});
