import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { comparable, Recipe, recipePages, server } from "../recipe.js";
import { file } from "../run-command.js";

const names = recipePages.map((page) => page.file.replace(/^docs\/recipes\/|\.md$/g, ""));
/** Recipes that need a program which not every machine has. */
const PROGRAMS: Readonly<Record<string, string>> = { python: "python3", "shell-script": "jq" };
const isMissing = (name: string) =>
  PROGRAMS[name] !== undefined && spawnSync(PROGRAMS[name], ["--version"]).status !== 0;

/** The services that the recipes connect to. */
async function services() {
  const content = '{"decision":"deny","reason":"Only the maintainer deploys."}';
  const message = { role: "assistant", content };
  const choices = [{ index: 0, message, finish_reason: "stop" }];
  const { url } = await server(() => JSON.stringify({ id: "1", model: "m", choices }));
  return { JUDGE_URL: url, SLACK_WEBHOOK_URL: url };
}

describe.each(names)("docs/recipes/%s.md", (name) => {
  test.skipIf(isMissing(name))("every command works and prints what the page shows", async () => {
    const recipe = new Recipe(name);
    const steps = await recipe.follow(await services());
    for (const { block, code, stdout, stderr, shown } of steps) {
      const where = `${block.file}:${block.line}\n${stdout}${stderr}`;
      // `explain` exits with 1 for a denial.
      expect(code, where).toBe(block.code.startsWith("npx agent-hook explain") ? 1 : 0);
      if (shown !== undefined) {
        expect(comparable(stdout, recipe.folder).startsWith(comparable(shown, recipe.folder)), where).toBe(true);
      }
    }
    expect(steps.length).toBeGreaterThan(1);
  });

  test("the page has at most 200 words of prose, and is in the list", () => {
    const { file: path, lines } = recipePages[names.indexOf(name)] ?? { file: "", lines: [] };
    const prose = lines
      .join("\n")
      .replaceAll(/^```[\s\S]*?^```$/gm, "")
      .replaceAll(/<!--.*?-->/g, "");
    expect(prose.split(/\s+/).filter((word) => /\w/.test(word)).length).toBeLessThanOrEqual(200);
    const title = lines[0]?.replace("# ", "");
    const list = readFileSync(file("docs/recipes/index.md"), "utf8");
    expect(list).toContain(`[${title}](${path.replace("docs/recipes/", "")})`);
  });
});
