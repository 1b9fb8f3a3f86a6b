import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createWorkspace, runProgram, type Workspace } from "../start-program.js";
import { hasPython, KEYS, Terminal } from "../terminal.js";

const NAME = "What is the hook's name?";
const { enter, down, ctrlC, ctrlD } = KEYS;

/** Each prompt, with the keys that answer it. */
const DIALOGUE: readonly (readonly [question: string, ...keys: string[]])[] = [
  [NAME, "my hook", enter],
  ["Which template?", down, enter],
  ["Which language?", down, enter],
  ["Which package manager?", down, enter],
  ["Install the dependencies with pnpm?", "n"],
  ["Create a git repository?", "n"],
];

/** Returns the files, independent of the folder's location. */
function filesOf({ tree, folder }: Workspace) {
  return Object.fromEntries(Object.entries(tree()).map(([path, text]) => [path, text.replaceAll(folder, "HERE")]));
}

describe.skipIf(!hasPython)("in a real terminal (skipped where there is no python3 with pty)", () => {
  test("it prompts for everything and prints the command that does the same without prompts", async () => {
    const here = createWorkspace();
    const terminal = Terminal.start(here);
    for (const [question, ...keys] of DIALOGUE) {
      await terminal.waitFor(question);
      terminal.type(...keys);
    }
    await terminal.waitFor(`Created my-hook in ${join(here.folder, "my hook")} (template redact, JavaScript).`);
    await terminal.waitFor(
      "For PicoClaw: run, in the project\n  npx agent-hook config picoclaw@v0.2.9 --write ~/.picoclaw/config.json -- node src/main.js\n",
    );
    await terminal.waitFor("The same without prompts:\n");
    const command = (await terminal.waitFor("\n\n")).trimEnd().split("\n").at(-1) ?? "";
    const flags = ["--template redact", "--javascript", "--no-install", "--no-git", "--yes"];
    expect(command).toBe(`  pnpm create agent-hook@latest 'my hook' ${flags.join(" ")}`);
    expect(await terminal.unreadOutput()).toBe(
      "Next:\n  cd 'my hook'\n  pnpm install\n  pnpm test\n  pnpm run dev   # calls the hook after each save, until Ctrl-C\n",
    );
    expect(await terminal.ended).toBe(0);

    const again = createWorkspace();
    const args = ["my hook", ...flags.flatMap((flag) => flag.split(" "))];
    expect(await runProgram(again, args, { npm_config_user_agent: "pnpm/10.34.9" })).toMatchObject({ code: 0 });
    expect(filesOf(again)).toEqual(filesOf(here));
  });

  test("it does not prompt for what flags set, and Enter accepts the default", async () => {
    const here = createWorkspace();
    here.program("npm", "mkdir node_modules");
    const terminal = Terminal.start(here, ["--template", "redact", "--javascript", "--no-git"]);
    await terminal.waitFor(NAME);
    terminal.type(enter);
    await terminal.waitFor("Which package manager?");
    terminal.type(enter);
    await terminal.waitFor("Install the dependencies with npm?");
    terminal.type(enter);
    const output = await terminal.waitFor("The same without prompts:\n");
    expect(output).not.toMatch(/Which template|Which language|git repository/);
    const command = "npm create agent-hook@latest my-hook -- --template redact --javascript --no-git --yes";
    expect(await terminal.unreadOutput()).toContain(`  ${command}\n`);
    expect(await terminal.ended).toBe(0);
    expect(Object.keys(here.tree())).toContain("my-hook/node_modules");
  });

  test("a folder that is not empty is rejected at its prompt", async () => {
    const here = createWorkspace();
    writeFileSync(join(here.folder, "taken"), "mine");
    const terminal = Terminal.start(here);
    await terminal.waitFor(NAME);
    terminal.type("taken", enter);
    await terminal.waitFor("taken is a file");
    terminal.type("2", enter);
    await terminal.waitFor("Which template?");
    terminal.type(ctrlC);
    expect(await terminal.ended).toBe(130);
  });

  test.each(DIALOGUE.map(([question], index) => [question, index] as const))(
    "Ctrl-C at «%s» ends it with 130 and leaves nothing behind",
    async (question, index) => {
      const here = createWorkspace();
      const terminal = Terminal.start(here);
      for (const [before, ...keys] of DIALOGUE.slice(0, index)) {
        await terminal.waitFor(before);
        terminal.type(...keys);
      }
      await terminal.waitFor(question);
      terminal.type(ctrlC);
      await terminal.waitFor("create-agent-hook: stopped; nothing is left behind");
      expect(await terminal.unreadOutput()).toBe("\n");
      expect(await terminal.ended).toBe(130);
      expect(here.tree()).toEqual({});
    },
  );

  test("Ctrl-D at a prompt does the same", async () => {
    const here = createWorkspace();
    const terminal = Terminal.start(here);
    await terminal.waitFor(NAME);
    terminal.type(ctrlD);
    await terminal.waitFor("create-agent-hook: stopped; nothing is left behind");
    expect(await terminal.ended).toBe(130);
    expect(here.tree()).toEqual({});
  });

  test("Ctrl-C during the installation does the same", async () => {
    const here = createWorkspace();
    here.program("npm", "mkdir node_modules; sleep 1000");
    const terminal = Terminal.start(here, ["x", "--template", "redact", "--javascript", "--no-git"]);
    await terminal.waitFor("Which package manager?");
    terminal.type(enter);
    await terminal.waitFor("Install the dependencies with npm?");
    terminal.type(enter);
    await terminal.waitFor("Installing with npm ...");
    terminal.type(ctrlC);
    await terminal.waitFor("create-agent-hook: stopped; nothing is left behind");
    expect(await terminal.ended).toBe(130);
    expect(here.tree()).toEqual({});
  });

  test.each([
    ["with --yes", ["--yes"], {}],
    ["where CI is set", [], { CI: "true" }],
  ])("it does not prompt %s", async (_, args, env) => {
    const here = createWorkspace();
    const terminal = Terminal.start(here, args, env);
    await terminal.waitFor("pass the folder, such as:");
    expect(await terminal.ended).toBe(2);
    expect(here.tree()).toEqual({});
  });
});
