import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SIMULATIONS } from "@agent-hook/sdk/internal/simulations";
import { afterAll, describe, expect, it } from "vitest";
import { type CommandHostName, commandHost } from "../../../src/internal/command-hosts.js";

const folder = mkdtempSync(join(tmpdir(), "agent-hook-command-host-"));
afterAll(() => rmSync(folder, { recursive: true }));

const denies = (name: CommandHostName) =>
  `cat >/dev/null; printf '%s' '${JSON.stringify(SIMULATIONS[name].documentFor("deny", "no"))}'`;

describe.concurrent("a command", () => {
  const host = commandHost("claude-code");
  const bash = { tool: "Bash", input: { command: "ls" } };

  it("gets the payload on stdin, in one line, and its answer counts", async () => {
    const seen = join(folder, "payload");
    const { payload, effect } = await host.beforeTool(`tee ${seen} | ${denies("claude-code")}`, bash);
    expect(effect).toMatchObject({ answer: "taken", tool: "does not run", reason: "no" });
    const text = readFileSync(seen, "utf8");
    expect(JSON.parse(text)).toEqual(payload);
    expect(text).not.toContain("\n");
  });

  it("need not read its stdin", async () => {
    const big = { tool: "Bash", input: { command: "x".repeat(1e6) } };
    const { effect } = await host.beforeTool(denies("claude-code").replace("cat >/dev/null; ", ""), big);
    expect(effect.tool).toBe("does not run");
  });

  it("has no effect at its timeout, and denies there with onFailure", async () => {
    const tool = async (options: { readonly onFailure?: "block" }) => {
      const { beforeTool } = SIMULATIONS["claude-code"];
      const asked = await commandHost("claude-code", { timeout: 1, ...options }).ask(
        beforeTool,
        `${denies("claude-code")}; exec sleep 60`,
      );
      expect(asked.answer).toMatchObject({ timedOut: true, timeout: 1 });
      return asked.effect.tool;
    };
    expect(await Promise.all([tool({}), tool({ onFailure: "block" })])).toEqual(["runs", "does not run"]);
  });

  it("that is killed has the signal in its answer", async () => {
    expect((await host.beforeTool("kill -9 $$", bash)).answer).toMatchObject({ signal: "SIGKILL" });
  });

  it("leaves a child that keeps stdout open: all hosts wait for it until their timeout, except Claude Code", async () => {
    const leaves = (name: CommandHostName) => `${denies(name)}; sleep 60 &`;
    const claude = commandHost("claude-code", { timeout: 30 });
    expect((await claude.beforeTool(leaves("claude-code"), bash)).effect.tool).toBe("does not run");
    const codex = commandHost("codex", { timeout: 1 });
    expect((await codex.beforeTool(leaves("codex"), bash)).effect.tool).toBe("runs");
  });

  it("runs in bash under Codex, Gemini CLI and Copilot CLI", async () => {
    const file = join(folder, "mark");
    // Bash may read ~/.bashrc if its stdin is a socket.
    const env = { ...process.env, HOME: folder };
    for (const name of ["codex", "gemini", "copilot"] as const) {
      writeFileSync(file, "");
      await commandHost(name, { env }).beforeTool(`[[ -n $BASH_VERSION ]] && echo ${name} > ${file}`, bash);
      expect(readFileSync(file, "utf8")).toBe(`${name}\n`);
    }
  });
});
