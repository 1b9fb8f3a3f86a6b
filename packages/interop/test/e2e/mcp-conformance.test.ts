import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HttpServer, serveOverHttp } from "../http-bridge.js";

const require = createRequire(import.meta.url);
const SUITE = require.resolve("@modelcontextprotocol/conformance/dist/index.js");
const HOOK = fileURLToPath(new URL("../../hooks/mcp-conformance.mjs", import.meta.url));

/**
 * The scenarios for servers with tools. All others are about resources, prompts, completion, logging, questions to the
 * client, or HTTP itself, which is the test's bridge.
 */
const SCENARIOS = [
  "server-initialize",
  "ping",
  "tools-list",
  "tools-call-simple-text",
  "tools-call-image",
  "tools-call-audio",
  "tools-call-embedded-resource",
  "tools-call-mixed-content",
  "tools-call-error",
  "tools-call-with-progress",
  "json-schema-2020-12",
];

/** Runs one scenario of the suite. Returns what the suite printed and its exit code. */
function runScenario(scenario: string, url: string): Promise<{ readonly exit: number; readonly output: string }> {
  return new Promise((resolve) => {
    const args = [SUITE, "server", "--url", url, "--scenario", scenario];
    execFile(process.execPath, args, (error, stdout, stderr) => {
      resolve({ exit: error === null ? 0 : Number(error.code), output: stdout + stderr });
    });
  });
}

describe("MCP's conformance suite", () => {
  let server: HttpServer;
  beforeAll(async () => {
    server = await serveOverHttp(process.execPath, [HOOK, "--host", "mcp"]);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test.each(SCENARIOS)("passes a hook's tools in the scenario %s", async (scenario) => {
    const { exit, output } = await runScenario(scenario, server.url);
    expect(output).toMatch(/Passed: ([1-9]\d*)\/\1, 0 failed/);
    expect(exit).toBe(0);
  });

  test("fails a server that lacks the scenario's feature", async () => {
    const { exit, output } = await runScenario("prompts-list", server.url);
    expect(output).toContain("Method not found");
    expect(exit).toBe(1);
  });
});
