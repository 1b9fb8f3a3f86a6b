import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../launcher/temporary-folder.js";
import { freePort, hasRedis, RedisServer } from "../../store/redis-server.js";
import { CALLS, countInProcesses, expectDenied, manyProcesses } from "./many-processes.js";
import { storeCall } from "./store-call.js";

const PASSWORD = "correct-horse";

describe.skipIf(!hasRedis)("on Redis (skipped without redis-server)", () => {
  let home: string;
  let server: RedisServer;
  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), "store-home-"));
    server = await RedisServer.start("--requirepass", PASSWORD);
  });
  afterEach(async () => {
    await server.remove();
    rmSync(home, { recursive: true, force: true });
  });

  const store = (password = PASSWORD) => ({
    HOME: home,
    AGENT_HOOK_STORE: `redis://:${password}@127.0.0.1:${server.port}`,
  });

  describe("50 processes at once", () => {
    it("count exactly, although some are killed and Redis is stopped, killed and started", {
      timeout: 1_200_000,
    }, async () => {
      const outages: Record<number, () => Promise<void>> = {
        [0.3 * CALLS]: () => server.stop("SIGTERM"),
        [0.35 * CALLS]: () => server.start(),
        [0.6 * CALLS]: () => server.stop("SIGKILL"),
        [0.65 * CALLS]: () => server.start(),
      };
      const failed = await countInProcesses(store(), async (index) => outages[index]?.());
      expect(failed.length).toBeGreaterThan(5);
      expect(failed.length).toBeLessThan(0.9 * CALLS);
      expectDenied(failed);
    });

    manyProcesses(store);
  });

  describe("one process", () => {
    it("counts separately from the user's file", async () => {
      expect(await storeCall("increment", store())).toMatchObject({ answer: 1, stderr: "" });
      expect(await storeCall("increment", store())).toMatchObject({ answer: 2 });
      expect(await storeCall("increment", { HOME: home })).toMatchObject({ answer: 1 });
    });

    it("denies if Redis is down or refuses the login and its policy is block, and goes on otherwise", async () => {
      const refused = await storeCall("increment", store("wrong-horse"));
      expect(refused.stderr).toContain("it refuses the user or the password: check AGENT_HOOK_STORE");
      await server.stop();
      const down = await storeCall("increment", store());
      expect(down.stderr).toContain("the store on Redis failed: it cannot be reached (ECONNREFUSED)");
      for (const { reason } of [refused, down]) expect(reason).toContain('hook "store" could not use its store');
      expect(await storeCall("increment", store(), { policy: "continue" })).toMatchObject({ reason: undefined });
      const folder = join(home, ".local/state/agent-hook/decisions");
      const log = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
      expect(log.join("")).toContain("the store on Redis failed");
      expect([refused.stderr, down.stderr, ...log].join("")).not.toMatch(
        /(?:correct|wrong)-horse|redis:\/\/(?!HOST|\[)/,
      );
    });

    it("denies if Redis does not answer in time", async () => {
      server.pause();
      const { reason, stderr } = await storeCall("increment", store());
      expect(reason).toContain('hook "store" could not use its store');
      expect(stderr).toContain("the store did not answer in time");
    });
  });
});

const canEncrypt = hasRedis && spawnSync("openssl", ["version"]).status === 0;

describe.skipIf(!canEncrypt)("Redis with TLS (skipped without redis-server or openssl)", () => {
  it("is used with rediss://, and refused if its certificate is not trusted", async () => {
    const folder = temporaryFolder();
    const [key, certificate] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
    const request = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", ...subject];
    execFileSync("openssl", [...request, "-keyout", key, "-out", certificate, "-days", "2"], { stdio: "ignore" });
    const tlsPort = await freePort();
    const files = ["--tls-cert-file", certificate, "--tls-key-file", key, "--tls-auth-clients", "no"];
    const server = await RedisServer.start("--tls-port", `${tlsPort}`, ...files);
    try {
      const call = (url: string, env = {}) =>
        storeCall("increment", { HOME: folder, AGENT_HOOK_STORE: url, NODE_EXTRA_CA_CERTS: "", ...env });
      const url = `rediss://localhost:${tlsPort}`;
      expect(await call(url, { NODE_EXTRA_CA_CERTS: certificate })).toMatchObject({ answer: 1 });
      expect((await call(url)).stderr).toContain("it cannot be reached (DEPTH_ZERO_SELF_SIGNED_CERT)");
      expect((await call(`redis://localhost:${tlsPort}`)).stderr).toMatch(/Redis failed: it (?:closed|cannot)/);
      // Redis waits for the rest of what it takes for a command.
      expect((await call(`rediss://localhost:${server.port}`)).stderr).toContain("the store did not answer in time");
    } finally {
      await server.remove();
    }
  });
});
