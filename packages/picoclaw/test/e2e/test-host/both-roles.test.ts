import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, it } from "vitest";
import { startPicoClawHost } from "../../../src/testing.js";

const HOOK = fileURLToPath(new URL("../../hooks/both-roles.mjs", import.meta.url));

/** Starts a file as PicoClaw v0.2.9 does: one process as a hook and one as the MCP server "house". */
async function bothRoles() {
  const client = new Client({ name: "picoclaw", version: "0.2.9" });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [HOOK, "--host", "mcp"], stderr: "ignore" }),
  );
  const host = await startPicoClawHost([process.execPath, HOOK, "--host", "picoclaw@v0.2.9"], {
    version: "v0.2.9",
    env: { AGENT_HOOK_MCP_NAME: "house" },
  });
  return {
    host,
    /** Runs a tool that the host has from the server. */
    round: (tool: string, city: string) =>
      host.runTool({ tool: `mcp_house_${tool}`, arguments: { city } }, async ({ arguments: args }) => {
        const { content, isError } = await client.callTool({ name: tool, arguments: args });
        const [part] = content;
        return { for_llm: part?.type === "text" ? part.text : "", is_error: isError ?? false };
      }),
    [Symbol.asyncDispose]: async () => {
      await host.close();
      await client.close();
    },
  };
}

it("the hook process answers a call of its own tool, after its handlers, so that the whole result arrives", async () => {
  await using roles = await bothRoles();
  expect(await roles.round("send_map", "Rome")).toMatchObject({
    outcome: "answered",
    result: {
      for_llm: "the map was sent",
      for_user: "Here is your map",
      media: ["media://map"],
      response_handled: true,
    },
  });
  expect(await roles.round("where", "Rome")).toMatchObject({ outcome: "answered", text: "as picoclaw where: Rome" });
  expect(await roles.round("where", "told")).toMatchObject({
    outcome: "denied",
    point: "beforeTool",
    text: expect.stringContaining("as picoclaw mcp_house_where plugin where"),
  });
});

it("the server runs a tool with content, and both processes call the handlers", async () => {
  await using roles = await bothRoles();
  expect(await roles.round("draw", "Rome")).toMatchObject({ outcome: "ran", text: "as mcp draw: Rome" });
  expect(await roles.round("draw", "told")).toMatchObject({
    outcome: "denied",
    point: "approveTool",
    text: expect.stringContaining("as picoclaw mcp_house_draw plugin draw"),
  });
  expect(await roles.round("draw", "told late")).toMatchObject({
    outcome: "ran",
    text: "as mcp draw plugin draw",
    result: { is_error: true },
  });
});

it("a handler of the hook process can answer before the server is called", async () => {
  await using roles = await bothRoles();
  expect(await roles.round("where", "cached")).toMatchObject({ outcome: "answered", text: "from the cache" });
});

it("an exec of another server is not the hook's own exec, and a plain exec is the host's", async () => {
  await using roles = await bothRoles();
  for (const tool of ["mcp_x_exec", "exec"]) {
    const round = await roles.host.runTool({ tool, arguments: { city: "Rome" } }, () => "the host's own");
    expect(round).toMatchObject({ outcome: "ran", text: "the host's own" });
  }
  expect(await roles.round("exec", "Rome")).toMatchObject({ text: "as picoclaw exec: Rome" });
});
