import { describe, expect, it } from "vitest";
import { guardShell, judgeCommand } from "../../src/shell/index.js";

describe("levels", () => {
  it("are the decision about a class", () => {
    expect(judgeCommand("git reset --hard", { levels: { "loses-work": "ask" } }).decision).toBe("ask");
    expect(judgeCommand("git reset --hard", { levels: { "loses-work": "allow" } }).decision).toBe("allow");
  });

  it("take the strictest of several findings", () => {
    const { decision, findings } = judgeCommand("rm -rf /data/x; rm -rf /");
    expect(decision).toBe("deny");
    expect(findings.map(({ level }) => level)).toEqual(["ask", "deny"]);
  });

  it("hold for what cannot be told, too", () => {
    expect(judgeCommand('"$TOOL" --all').decision).toBe("allow");
    expect(judgeCommand('"$TOOL" --all', { levels: { unknown: "ask" } }).decision).toBe("ask");
    expect(judgeCommand('eval "$CODE"', { levels: { unknown: "deny" } }).decision).toBe("deny");
  });

  it("that do not exist are an error", () => {
    expect(() => judgeCommand("ls", { levels: { "loses-work": "never" as "deny" } })).toThrow(/loses-work/);
    expect(() => guardShell({ levels: { "lose-work": "deny" } as {} })).toThrow(
      /guardShell: invalid options: levels: .*lose-work/,
    );
  });
});

describe("rules of the project", () => {
  const rules = [
    { command: "npm publish", level: "ask", reason: "Ask the maintainer." },
    { command: "kubectl * prod", level: "deny" },
    { command: "git reset --hard", level: "allow" },
  ] as const;

  it("add decisions about programs, whatever starts them", () => {
    expect(judgeCommand("sudo env X=1 npm publish --tag next", { rules })).toMatchObject({
      decision: "ask",
      findings: [{ class: "project-rule", rule: "npm publish", reason: "Ask the maintainer." }],
    });
    expect(judgeCommand("P=prod; kubectl delete $P", { rules }).decision).toBe("deny");
  });

  it("that ask or deny fit whatever options stand between their words", () => {
    const judge = (command: string) => judgeCommand(command, { rules }).decision;
    expect(judge("npm --workspace a publish")).toBe("ask");
    expect(judge("npm --workspace=a --silent publish --tag next")).toBe("ask");
    expect(judge("kubectl -n shop delete prod")).toBe("deny");
    expect(judge("npm run publish")).toBe("allow");
    expect(judge("npm --workspace a run publish")).toBe("allow");
    expect(judge(`npm ${"--a ".repeat(2_000)}run`)).toBe("allow");
  });

  it.each([
    ["npm publish", "npm --prefix app publish"],
    ["npm publish", "npm exec -- npm publish"],
    ["npm publish", "npx npm publish"],
    ["pnpm publish", "pnpm -r publish"],
    ["pnpm publish", "corepack pnpm publish"],
    ["yarn workspace * publish", "yarn workspace app publish"],
    ["yarn workspaces foreach npm publish", "yarn workspaces foreach -A npm publish"],
    ["lerna publish", "npx lerna publish"],
    ["* lerna publish", "yarn lerna publish"],
    ["changeset publish", "pnpm exec changeset publish"],
    ["* changeset publish", "pnpm changeset publish"],
    ["twine upload", "twine upload dist/a.whl"],
    ["* twine upload", "python3 -m twine upload dist/a.whl"],
    ["git subtree push", "git subtree push --prefix app origin main"],
  ])("that ask about `%s` ask about `%s`", (command, whole) => {
    expect(judgeCommand(whole).decision).toBe("allow");
    expect(judgeCommand(whole, { rules: [{ command, level: "ask" }] }).decision).toBe("ask");
  });

  it("that ask do not make a class of harm milder if other words stand between their words", () => {
    const asks = [
      { command: "git push", level: "ask" },
      { command: "rm build", level: "ask" },
    ] as const;
    for (const command of ["git -C . push --force", "rm -rf / build"]) {
      expect(judgeCommand(command, { rules: asks }).decision, command).toBe("deny");
    }
    const both = [...asks, { command: "git push origin", level: "deny" }] as const;
    expect(judgeCommand("git -C . push origin", { rules: both }).decision).toBe("deny");
  });

  it("that allow fit only their words, because an option can run a program", () => {
    expect(judgeCommand("git -C site reset --hard", { rules }).decision).toBe("deny");
  });

  it("allow what a class denies", () => {
    expect(judgeCommand("git reset --hard HEAD", { rules }).decision).toBe("allow");
    expect(judgeCommand("git reset --hard && rm -rf /", { rules }).decision).toBe("deny");
  });

  it.each([
    ["git push", "git push --force"],
    ["git push", "git push origin +main"],
    ["git push *", "git push --force"],
    ["git *", "git reset --hard"],
    ["rm", "rm -rf ~"],
    ["rm -rf build", "rm -rf build /"],
    ["rm -rf", "rm -rf /"],
    ["psql", "psql -c 'drop table orders'"],
    ["git checkout", "git checkout -f main"],
    ["terraform destroy", "terraform destroy -auto-approve"],
  ])("for `%s` keep the denial of `%s`", (command, whole) => {
    for (const level of ["ask", "allow"] as const) {
      expect(judgeCommand(whole, { rules: [{ command, level }] }).decision, level).toBe("deny");
    }
  });

  it.each([
    ["git push --force", "git push --force"],
    ["git push --force", "git push --force -u origin main"],
    ["git reset --hard", "git reset --hard -q HEAD~1"],
    ["rm -rf ../build", "rm -rf ../build"],
    ["rm -rf /", "rm -rf /"],
    ["kubectl delete", "kubectl delete namespace shop"],
    ["kubectl delete", "kubectl delete namespace shop --context prod"],
    ["terraform destroy -auto-approve", "terraform destroy -auto-approve"],
  ])("for `%s` allow `%s`", (command, whole) => {
    expect(judgeCommand(whole).decision).not.toBe("allow");
    expect(judgeCommand(whole, { rules: [{ command, level: "allow" }] }).decision).toBe("allow");
  });

  it("after a rule that is not about a denial can name it", () => {
    const rules = [
      { command: "git push", level: "ask" },
      { command: "git push --force", level: "allow" },
    ] as const;
    expect(judgeCommand("git push --force", { rules }).decision).toBe("ask");
  });

  it("give a reason that names their level", () => {
    const reason = (level: "ask" | "deny") =>
      judgeCommand("git push", { rules: [{ command: "git push", level }] }).findings[0]?.reason;
    expect(reason("ask")).toBe('Your policy asks before "git push".');
    expect(reason("deny")).toBe('Your policy denies "git push".');
  });

  it("do not fit the same words in a text", () => {
    expect(judgeCommand("echo npm publish", { rules }).decision).toBe("allow");
    expect(judgeCommand("npm publisher", { rules }).decision).toBe("allow");
  });
});

describe("a finding", () => {
  it("shows the program as it would run, and a safe way", () => {
    const [finding] = judgeCommand("X=reset; sudo git $X --hard").findings;
    expect(finding).toEqual({
      class: "loses-work",
      rule: "git-reset",
      command: "git reset --hard",
      level: "deny",
      reason: expect.stringContaining("git stash"),
    });
  });
});
