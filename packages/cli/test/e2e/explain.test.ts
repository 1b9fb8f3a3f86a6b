import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folder } from "../config-folder.js";
import { agentHook } from "../run-command.js";

/** Creates an empty home with a project and a folder in it. */
function home(policies: Readonly<Record<string, string>> = {}) {
  const path = folder();
  const cwd = join(path, "project/src");
  mkdirSync(cwd, { recursive: true });
  for (const [name, text] of Object.entries(policies)) {
    mkdirSync(join(path, name));
    writeFileSync(join(path, name, "policy.yaml"), text);
  }
  const env = { HOME: path, XDG_CONFIG_HOME: path };
  return { path, explain: (...args: string[]) => agentHook(["explain", ...args], { cwd, env }) };
}

const ASKS = "version: 1\nhooks:\n  guard-shell:\n    levels: { loses-work: ask }\n";

describe("explain", () => {
  test("shows what would run, the class, the rule and the decision", async () => {
    const { code, stdout, stderr } = await home().explain("X=-fdx; sudo git clean $X");
    expect(code).toBe(1);
    expect(stdout).toContain("It would run:\n  sudo git clean -fdx\n  git clean -fdx\n");
    expect(stdout).toContain("deny  loses-work, rule git-clean: git clean -fdx\n");
    expect(stdout).toContain("\ndeny by the defaults\n");
    expect(stderr).toContain("no policy file");
  });

  test("exits with 0 for a command that is allowed", async () => {
    expect(await home().explain("ls")).toMatchObject({ code: 0, stdout: expect.stringContaining("allow by") });
  });

  test("uses the nearest project's policy, before the user's", async () => {
    const { path, explain } = home({ "project/.agent-hook": ASKS, "agent-hook": "broken: [" });
    const { code, stdout } = await explain("git clean -fdx", "--json");
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      policy: join(path, "project/.agent-hook/policy.yaml"),
      programs: [["git", "clean", "-fdx"]],
      decision: "ask",
      findings: [{ class: "loses-work", rule: "git-clean", level: "ask", reason: expect.any(String) }],
      notes: [],
    });
  });

  test("uses the user's policy, or the one that is named", async () => {
    const { path, explain } = home({
      "agent-hook": ASKS,
      other: "version: 1\nmode: observe\nhooks: { guard-shell: }\n",
    });
    expect((await explain("git clean -fdx")).stdout).toContain(`ask by ${join(path, "agent-hook/policy.yaml")}`);
    const { stdout, stderr } = await explain("git clean -fdx", "--policy", join(path, "other/policy.yaml"));
    expect(stdout).toContain(`deny by ${join(path, "other/policy.yaml")}`);
    expect(stderr).toContain("only observes");
  });

  test("names the line of a broken policy", async () => {
    const { explain } = home({ "agent-hook": "version: 1\nhooks:\n  guard-shel: {}\n" });
    const { code, stderr } = await explain("ls");
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("line 3: unknown hook") });
  });
});
