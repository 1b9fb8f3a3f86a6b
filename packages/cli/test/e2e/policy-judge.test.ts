import { once } from "node:events";
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { startTestHost } from "@agent-hook/testing";
import { expect, onTestFinished, test } from "vitest";
import { folder } from "../config-folder.js";
import { file } from "../run-command.js";

/** Starts a model server that gives one answer. */
async function modelServer(answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((request, response) => void request.resume().on("end", () => answer(response)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

function allow(response: ServerResponse): void {
  const message = { role: "assistant", content: '{"decision":"allow","reason":"fine"}' };
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ id: "1", model: "m", choices: [{ index: 0, message, finish_reason: "stop" }] }));
}

/** Runs a policy with a judge as `agent-hook add` installs it, and returns what happens to a call. */
async function shell(baseUrl: string, packages: readonly string[]) {
  const place = folder();
  const [hook, policy] = [join(place, "hook.cjs"), join(place, "policy.yaml")];
  copyFileSync(file("packages/cli/dist/policy/hook.cjs"), hook);
  const options = `timeoutMs: 20000, model: { provider: openai-compatible, model: m, baseUrl: "${baseUrl}" }`;
  writeFileSync(policy, `version: 1\nhooks:\n  guard-shell: {}\n  judge: { ${options} }\n`);
  for (const name of packages) {
    const link = join(place, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(file(`packages/hooks/node_modules/${name}`), link);
  }
  await using host = await startTestHost([process.execPath, hook, policy], {
    host: "claude-code",
    launcher: "block",
    // The package manager that runs the tests may have set it, and Node would find the packages there.
    env: { NODE_PATH: "" },
  });
  return { ...(await host.shell("ls")), place };
}

const AI_SDK = ["ai", "@ai-sdk/openai-compatible"];

test("a policy's judge loads the AI SDK from the policy's folder", async () => {
  expect(await shell(await modelServer(allow), AI_SDK)).toMatchObject({ ran: true });
  const broken = await modelServer((response) => response.writeHead(500).end());
  expect(await shell(broken, AI_SDK)).toMatchObject({ ran: false, reason: expect.stringContaining("status 500") });
});

test.each([[[]], [["ai"]]])("with only the packages %j, it denies and says what to install", async (packages) => {
  const { ran, reason, place } = await shell(await modelServer(allow), packages);
  expect(ran).toBe(false);
  expect(reason).toContain(`run "npm install ai @ai-sdk/openai-compatible" in ${place}`);
});
