import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { CALL, CALL_PATH, send } from "../../server/http.js";

async function startStoppable() {
  const child = spawn(process.execPath, [fileURLToPath(new URL("../../hooks/stoppable.mjs", import.meta.url))]);
  onTestFinished(() => void child.kill("SIGKILL"));
  const logged = (words: string) =>
    new Promise<void>((resolve) => {
      let stderr = "";
      child.stderr.on("data", (chunk) => {
        stderr += chunk;
        if (stderr.includes(words)) resolve();
      });
    });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => (await lines.next()).value as string;
  const port = Number((await next()).replace("port ", ""));
  const exited = new Promise<number | null>((resolve) => child.on("exit", resolve));
  return { child, port, next, exited, logged };
}

describe("a served hook", () => {
  it.each(["SIGTERM", "SIGINT"] as const)("denies its running calls when %s ends it", async (signal) => {
    const { child, port, next, exited } = await startStoppable();
    const running = send(port, CALL_PATH, { body: CALL });
    expect(await next()).toBe("asked");
    child.kill(signal);
    expect(await running).toMatchObject({
      status: 200,
      body: [{ result: { data: { json: { resultType: "respond", response: { isError: true } } } } }],
    });
    expect(await next()).toBe("stopped");
    expect(await exited).toBe(0);
    await expect(send(port, CALL_PATH, { body: CALL })).rejects.toThrow("ECONNREFUSED");
  });

  it("logs a stray exception and keeps running", async () => {
    const { port, next, logged: loggedText } = await startStoppable();
    const stray = CALL.replace('"look"', '"stray"');
    const logged = loggedText("an exception outside any call; the hook continues");
    await send(port, CALL_PATH, { body: stray });
    await next();
    await logged;
    expect(await send(port, CALL_PATH, { body: stray })).toMatchObject({ status: 200 });
  });

  it("keeps running without a reader of stderr, and still ends on SIGTERM", async () => {
    const { child, port, next, exited } = await startStoppable();
    child.stderr.destroy();
    const stray = CALL.replace('"look"', '"stray"');
    for (let round = 0; round < 3; round++) {
      expect(await send(port, CALL_PATH, { body: stray })).toMatchObject({ status: 200 });
      await next();
    }
    child.kill("SIGTERM");
    expect(await exited).toBe(0);
  });
});
