import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { HOST_EVENTS } from "@agent-hook/sdk/launcher";
import { describe, expect, test } from "vitest";
import { folder } from "../config-folder.js";
import { type HostName, Recipe, server } from "../recipe.js";

/** A persistent host, and two that start the hook for each event. Only they call a hook with a prompt. */
const HOSTS = ["picoclaw", "claude-code", "codex"] as const;

const turnEnd = (host: HostName) =>
  Object.entries(HOST_EVENTS[host] ?? {}).find(([, { kind }]) => kind === "turn.end")?.[0] ?? "agent.turn.end";

describe.each(HOSTS)("under %s", (host) => {
  test("context-for-each-prompt gives the model the notes, where the agent calls a hook with a prompt", async () => {
    const recipe = new Recipe("context-for-each-prompt");
    await using agent = await recipe.start("context-for-each-prompt.mjs", host, continuing(host));
    const withoutNotes = (await agent.prompt("What is next?")).context?.join() ?? "";
    writeFileSync(recipe.path("SPRINT.md"), "Sprint 7: the checkout");
    const { context = [], turn } = await agent.prompt("What is next?");
    expect(turn).toBe("continues");
    expect(context.join().includes("Sprint 7: the checkout")).toBe(host !== "picoclaw");
    expect(withoutNotes).not.toContain("SPRINT.md");
  });

  test("format-after-edit formats a file that the agent wrote, if it knows the path", async () => {
    const recipe = new Recipe("format-after-edit");
    await using agent = await recipe.start("hooks/format.mjs", host, continuing(host));
    const write = async (path: string, text: string) => {
      const target = path.startsWith("/") ? path : recipe.path(path);
      const outcome = await agent.write(path, text, () => {
        writeFileSync(target, text);
        return "written";
      });
      expect(outcome).toMatchObject({ ran: true, failures: [] });
      // PicoClaw adds no context, so the note is in the result.
      const note = host === "picoclaw" ? outcome.result : (outcome.context ?? []).join();
      return { text: readFileSync(target, "utf8"), note };
    };
    const good = await write(recipe.path("a.js"), "const a  = [1,2]");
    expect(good.text).toBe("const a = [1, 2];\n");
    expect(good.note).not.toContain("formatter");
    // PicoClaw does not tell where the project is.
    const relativePath = await write("b.js", "const a  = [1,2]");
    expect(relativePath.text).toBe(host === "picoclaw" ? "const a  = [1,2]" : "const a = [1, 2];\n");
    const broken = await write(recipe.path("c.js"), "const a  = [1,2");
    expect(broken.text).toBe("const a  = [1,2");
    expect(broken.note).toContain(`The formatter failed on ${recipe.path("c.js")}:`);
    const outside = join(folder(), "d.js");
    expect((await write(outside, "const a  = [1,2]")).text).toBe("const a  = [1,2]");
    if (host !== "picoclaw") {
      expect((await write(relative(recipe.folder, outside), "const a  = [1,2]")).text).toBe("const a  = [1,2]");
    }
  });

  test("notify-slack sends one line without anything that the agent said", async () => {
    let received: (body: string) => void = () => {};
    const message = new Promise<string>((resolve) => {
      received = resolve;
    });
    const { url } = await server((body) => {
      received(body);
      return "ok";
    });
    const recipe = new Recipe("notify-slack", folder("shop"));
    const env = { SLACK_WEBHOOK_URL: url };
    await using agent = await recipe.start("notify-slack.mjs", host, { ...continuing(host), env });
    await agent.event(turnEnd(host));
    expect(JSON.parse(await message)).toEqual({ text: "The agent in shop has finished." });
  });
});

test.each([
  ["is down", "down"],
  ["answers with 500", 500],
  ["hangs", undefined],
])("notify-slack does not stop the agent if Slack %s", async (_, answer) => {
  const slack = await server(() => (answer === "down" ? "" : (answer as number | undefined)));
  if (answer === "down") slack.http.close();
  const env = { SLACK_WEBHOOK_URL: `${slack.url}/s3cret` };
  const recipe = new Recipe("notify-slack");
  await using agent = await recipe.start("notify-slack.mjs", "claude-code", { ...continuing("claude-code"), env });
  // The agent stops at the end of a turn unless a hook makes it continue.
  expect((await agent.event(turnEnd("claude-code"))).decision).toBe("none");
  expect(await agent.shell("ls")).toMatchObject({ ran: true });
});

test("notify-slack logs why Slack did not get the message, without the secret address", async () => {
  const { url } = await server(() => 500);
  const command = "npx agent-hook call Stop --host claude-code -- node notify-slack.mjs";
  const { code, stdout } = await new Recipe("notify-slack").run(command, { SLACK_WEBHOOK_URL: `${url}/s3cret` });
  expect(code).toBe(1);
  expect(stdout).toContain("Slack answered with status 500");
  expect(stdout).not.toContain("s3cret");
});

/** How `agent-hook config` starts a hook with `onFailure: "continue"`. */
function continuing(host: HostName) {
  return host === "picoclaw" ? {} : { launcher: "continue" as const };
}
