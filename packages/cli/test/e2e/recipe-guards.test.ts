import { hostCan } from "@agent-hook/sdk/hosts";
import { describe, expect, test } from "vitest";
import { Recipe, server } from "../recipe.js";

const asks = (host: string) => hostCan(host, "ask", "approveTool");

describe.each(["picoclaw", "claude-code"] as const)("under %s", (host) => {
  test("dangerous-commands denies what destroys, and leaves what loses work to a person", async () => {
    const recipe = new Recipe("dangerous-commands");
    await using agent = await recipe.start("dangerous-commands.mjs", host, { onAsk: () => true });
    expect(await agent.shell("X=/; sudo rm -rf $X")).toMatchObject({ decision: "deny", ran: false });
    expect(await agent.shell("terraform destroy -auto-approve")).toMatchObject({
      ran: false,
      reason: expect.stringContaining("Ask the platform team."),
    });
    expect(await agent.shell("git reset --hard")).toMatchObject({ ran: asks(host) });
    expect(await agent.shell("sh deploy.sh; npm test")).toMatchObject({ ran: true });
  });

  test("secrets-in-results hides a secret from the model, and keeps what it allows", async () => {
    const recipe = new Recipe("secrets-in-results");
    await using agent = await recipe.start("secrets-in-results.mjs", host);
    const text = "DB_PASSWORD=tulip-7391-Kq\nAPI_KEY=test-Zk39fj2LqPw81xTc";
    const { result } = await agent.shell("env", text);
    expect(result).not.toContain("tulip");
    expect(result).toContain("DB_PASSWORD=[redacted]");
    expect(result).toContain("test-Zk39fj2LqPw81xTc");
  });

  test("files keeps the agent away from secrets, migrations and other folders", async () => {
    const recipe = new Recipe("files");
    await using agent = await recipe.start("files.mjs", host);
    for (const path of [".env", "config/.env.production"]) {
      expect(await agent.read(recipe.path(path)), path).toMatchObject({ decision: "deny", ran: false });
    }
    expect(await agent.read(recipe.path(".env.example"))).toMatchObject({ ran: true });
    expect(await agent.shell("cat .env")).toMatchObject({ decision: "deny", ran: false });
    expect(await agent.write("/etc/motd", "tea")).toMatchObject({ decision: "deny", ran: false });
    // The page says so: commands that write elsewhere are not judged.
    expect(await agent.shell("cp notes.txt ~/")).toMatchObject({ ran: true });
    // PicoClaw does not tell where the project is.
    if (host === "picoclaw") return;
    expect(await agent.write(recipe.path("src/a.ts"), "tea")).toMatchObject({ ran: true });
    expect(await agent.write(recipe.path("migrations/1.sql"), "tea")).toMatchObject({
      ran: false,
      reason: expect.stringContaining("the database team writes them"),
    });
  });

  test("model-judge lets the model decide after the rules, and denies if the model is down", async () => {
    const recipe = new Recipe("model-judge");
    const model = await server((body) => {
      const decision = body.includes("deploy.sh") ? "deny" : "allow";
      const content = JSON.stringify({ decision, reason: "Only the maintainer deploys." });
      const choices = [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }];
      return JSON.stringify({ id: "1", model: "m", choices });
    });
    const env = { JUDGE_URL: model.url };
    await using agent = await recipe.start("model-judge.mjs", host, { env });
    expect(await agent.shell("./deploy.sh --token ghp_x93kLmQ27RtVbN4cYzWp81sDfGhJkLaQwErT")).toMatchObject({
      ran: false,
      reason: expect.stringContaining("Only the maintainer deploys."),
    });
    expect(await agent.shell("ls")).toMatchObject({ ran: true });
    expect(model.received).toHaveLength(2);
    expect(model.received.join()).not.toContain("ghp_");
    expect(await agent.shell("rm -rf /")).toMatchObject({ ran: false });
    expect(model.received).toHaveLength(2);
    model.http.close().closeAllConnections();
    expect(await agent.shell("pwd")).toMatchObject({ ran: false });
  });
});

/** A persistent host, a one-shot host that can ask a person, and one that cannot. */
test.each(["picoclaw", "claude-code", "gemini"] as const)(
  "ask-before-publish under %s leaves a push to a person where the agent can ask one, and else denies it",
  async (host) => {
    const recipe = new Recipe("ask-before-publish");
    await using agent = await recipe.start("ask-before-publish.mjs", host, { onAsk: () => true });
    const push = await agent.shell("cd site && git -c a=b push");
    expect(push).toMatchObject({ ran: asks(host) });
    if (!asks(host)) expect(push.reason).toContain("needs a person: It would publish your work: git -c a=b push");
    expect(await agent.shell("git push --force")).toMatchObject({ decision: "deny", ran: false });
    expect(await agent.shell("git status")).toMatchObject({ decision: "none", ran: true });
    // Nobody is there to answer.
    await using headless = await recipe.start("ask-before-publish.mjs", host);
    expect(await headless.shell("npm publish")).toMatchObject({ ran: false });
  },
);

test.each([
  ["2026-03-01T12:00", false],
  ["2026-03-02T07:59", false],
  ["2026-03-02T08:00", true],
  ["2026-03-06T17:59", true],
  ["2026-03-06T18:00", false],
  ["2026-03-07T12:00", false],
  ["soon", false],
])("office-hours at %s lets a command run: %s", async (OFFICE_TIME, ran) => {
  const recipe = new Recipe("office-hours");
  await using agent = await recipe.start("office-hours.mjs", "picoclaw", { env: { OFFICE_TIME } });
  expect(await agent.shell("ls")).toMatchObject({ ran });
  if (!ran) expect(await agent.read(recipe.path("a.ts"))).toMatchObject({ ran: true });
});

const PUBLISHES = [
  "npm publish",
  "pnpm -r publish --access public",
  "npm --workspace a publish",
  "git -C /x push origin",
];
const OTHER_SPELLINGS = [
  "A=push; git $A",
  'sh -c "git push"',
  "/usr/bin/git push",
  "git --git-dir x push",
  "sudo git push",
];
const MORE = [
  "docker image push a/b",
  "cargo publish",
  "twine upload dist/x",
  "gh release create v1",
  "yarn npm publish",
];
const NO_PUBLISH = ["git stash push", "git log --grep pushed", "npm run release", "npm install", "git pull", "ls push"];

test("ask-before-publish recognises a publishing command in every spelling, and no other", async () => {
  await using agent = await new Recipe("ask-before-publish").start("ask-before-publish.mjs", "picoclaw");
  const runs = async (command: string) => [command, (await agent.shell(command)).ran];
  for (const command of [...PUBLISHES, ...OTHER_SPELLINGS, ...MORE])
    expect(await runs(command)).toEqual([command, false]);
  for (const command of NO_PUBLISH) expect(await runs(command)).toEqual([command, true]);
});
