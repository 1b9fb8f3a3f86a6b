import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { change, fakeCodex, idsOf, MANIFEST, write } from "../doctor/agents.js";
import { trustingHome, wholeFindings, withoutAgents } from "../doctor/one-shot-homes.js";

withoutAgents();

describe("an entry that makes the host call the hook's MCP server", () => {
  const hosts = [...MANIFEST.hosts, "mcp"];
  const continuing = { ...MANIFEST, hosts, points: ["beforeTool"], onFailure: "continue" };

  test.each(["claude-code", "codex"] as const)(
    "is not a problem for doctor of %s, which notes what it cannot check",
    async (name) => {
      const at = trustingHome();
      at.configure(name, "user", continuing, { mcpTool: true });
      const diagnosis = await at.diagnose(name);
      const open = name === "claude-code" ? ["served-open"] : [];
      expect(idsOf(diagnosis)).toEqual([wholeFindings(name, "uses-mcp-server", ...open)]);
      expect(diagnosis.findings[0]).toMatchObject({
        severity: "note",
        message: expect.stringMatching(/^at PreToolUse, .* calls the MCP server "guard", which doctor does not start$/),
      });
    },
  );

  test("counts along with the commands of the same hook, and is kept by the fix", async () => {
    const at = trustingHome();
    const manifest = { ...MANIFEST, hosts, points: ["approveTool", "afterTool"] };
    const file = at.configure("claude-code", "user", manifest, { mcpTool: true });
    expect(idsOf(await at.diagnose("claude-code"))).toEqual([[], ["uses-mcp-server"]]);
    change(file, (text) => text.replace('"PostToolUseFailure"', '"Stop"'));
    const [hook] = (await at.diagnose("claude-code")).hooks;
    expect(hook?.findings).toContainEqual(
      expect.objectContaining({ id: "missing-event", fix: expect.stringContaining(" --mcp-tool --name guard ") }),
    );
  });

  test("is not ours if the project has a server of the same name", async () => {
    const at = trustingHome();
    at.configure("claude-code", "user", continuing, { mcpTool: true });
    const file = join(at.folder, ".mcp.json");
    for (const harmless of ["not JSON", { mcpServers: { other: {} } }]) {
      write(file, harmless);
      expect(idsOf(await at.diagnose("claude-code"))).toEqual([["uses-mcp-server", "served-open"]]);
    }
    write(file, { mcpServers: { guard: { command: "theirs" } } });
    expect(idsOf(await at.diagnose("claude-code"))).toEqual([["other-server", "uses-mcp-server", "served-open"]]);
  });

  test.each([
    ["a matcher", '"hooks": [', '"matcher": "Write", "hooks": [', "partial-guard"],
    ["a condition", '"type": "mcp_tool"', '"type": "mcp_tool", "if": "Bash(ls)"', "partial-guard"],
    ["an asynchronous entry", '"type": "mcp_tool"', '"type": "mcp_tool", "async": true', "not-awaited"],
    ["no denial on failure", '"onFailure": "block"', '"timeout": 10', "served-open"],
  ])("is checked if it belongs to a guard: %s", async (_what, written, by, found) => {
    const at = trustingHome();
    const manifest = { ...MANIFEST, hosts, points: ["approveTool"] };
    const file = at.configure("claude-code", "user", manifest, { mcpTool: true });
    change(file, (text) => text.replace(written, by));
    expect((await at.diagnose("claude-code")).findings.map(({ id }) => id)).toContain(found);
  });

  test("is not called if Codex does not trust it", async () => {
    const at = trustingHome();
    at.configure("codex", "user", continuing, { mcpTool: true });
    const listedHook = {
      sourcePath: "$CODEX_HOME/hooks.json",
      eventName: "preToolUse",
      server: "guard",
      enabled: true,
    };
    fakeCodex({ hooks: [{ ...listedHook, trustStatus: "trusted" }] });
    expect(idsOf(await at.diagnose("codex"))).toEqual([["uses-mcp-server"]]);
    fakeCodex({ hooks: [{ ...listedHook, trustStatus: "untrusted" }] });
    expect(idsOf(await at.diagnose("codex"))).toEqual([["not-trusted", "uses-mcp-server"]]);
  });
});
