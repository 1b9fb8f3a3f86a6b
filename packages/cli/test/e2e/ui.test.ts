import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { needsForwarding } from "../../src/ui/browser.js";
import { logOf, record } from "../log/log-of.js";
import { agentHookProcess } from "../run-command.js";
import { send } from "../ui/started.js";

const BIN = fileURLToPath(new URL("../../bin/agent-hook.js", import.meta.url));

/** Starts the program without a terminal. */
function start(args: readonly string[], env: NodeJS.ProcessEnv) {
  const child: ChildProcess = spawn(process.execPath, [BIN, "ui", ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const output = { stdout: "", stderr: "" };
  const ended = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    output.stdout += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    output.stderr += text;
  });
  const hasPrinted = (stream: "stdout" | "stderr", text: string | RegExp) =>
    expect.poll(() => output[stream], { timeout: 600_000, interval: 20 }).toMatch(text);
  return { child, ended, output, hasPrinted };
}

describe("agent-hook ui", () => {
  test("prints a link that works once, then the next one, and ends with a signal", async () => {
    const { env } = logOf(record("aaaaaaaa"));
    const { child, ended, output, hasPrinted } = start([], env);
    await hasPrinted("stdout", /^http:\/\/127\.0\.0\.1:\d+\/#[\w-]{43}\n$/);
    const link = new URL(output.stdout.trim());
    const port = Number(link.port);
    const page = await send(port, {});
    expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
    for (const [, path = ""] of page.body.matchAll(/(?:href|src)="(.*?)"/g)) {
      expect(await send(port, { path }), path).toMatchObject({ status: 200 });
    }
    const code = link.hash.slice(1);
    const exchange = { method: "POST", path: "/api/key", body: JSON.stringify({ code }) };
    const headers = { origin: link.origin };
    expect(await send(port, { ...exchange, headers })).toMatchObject({ status: 200 });
    expect(await send(port, { ...exchange, headers })).toMatchObject({ status: 401 });
    await hasPrinted("stdout", /#[\w-]{43}\n.*#[\w-]{43}\n$/s);
    expect(output.stdout.split(code)).toHaveLength(2);
    child.kill("SIGTERM");
    expect(await ended).toBe(143);
  });

  test("without a terminal, it cannot answer questions, and says so", async () => {
    const { env } = logOf();
    const { hasPrinted } = start([], env);
    await hasPrinted("stderr", "The page can only show questions: agent-hook ui was not started in a terminal.");
  });

  test("tells how to forward the port if the browser is elsewhere", async () => {
    const { env } = logOf();
    const { hasPrinted } = start([], { ...env, SSH_CONNECTION: "192.0.2.1 5000 192.0.2.2 22" });
    await hasPrinted("stderr", /ssh -N -L (\d+):127\.0\.0\.1:\1 \S+@\S+\n/);
    expect(needsForwarding({}, "linux")).toBe(true);
    expect(needsForwarding({ DISPLAY: ":0" }, "linux")).toBe(false);
    expect(needsForwarding({ WAYLAND_DISPLAY: "wayland-0" }, "linux")).toBe(false);
    expect(needsForwarding({}, "darwin")).toBe(false);
  });

  test("opens the browser with the link, and says if it cannot", async () => {
    const { env } = logOf();
    const { hasPrinted } = start(["--open"], { ...env, PATH: "/nowhere" });
    await hasPrinted("stderr", "No browser could be opened: open the link yourself.");
  });

  test("names a port that is invalid or in use", async () => {
    const { env } = logOf();
    for (const port of ["x", "65536", "-1", "1e3"]) {
      const { code, stderr } = await agentHookProcess(["ui", `--port=${port}`], { env });
      expect([code, stderr]).toEqual([2, expect.stringContaining("expected a number from 0 to 65535")]);
    }
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void other.close());
    const { port } = other.address() as { port: number };
    const { code, stderr } = await agentHookProcess(["ui", "--port", String(port)], { env });
    expect([code, stderr]).toEqual([2, expect.stringContaining(`${port} cannot be used (EADDRINUSE)`)]);
  });
});
