import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readPages } from "../../../../scripts/docs/pages.js";
import { packAll } from "../../../../scripts/registry/pack.js";
import { Registry } from "../../../../scripts/registry/registry.js";
import { ownNpmCache, run } from "./commands.js";
import { whileDevRuns } from "./dev-script.js";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "agent-hook-first-hook-")));
let registry: Registry;

beforeAll(async () => {
  mkdirSync(join(folder, "tarballs"));
  // Every PicoClaw user has this folder.
  mkdirSync(join(folder, "home/.picoclaw"), { recursive: true });
  registry = await Registry.serve(await packAll(join(folder, "tarballs")));
}, 1_200_000);
afterAll(() => {
  registry.close();
  rmSync(folder, { recursive: true, force: true });
}, 1_200_000);

const blocks = readPages()
  .filter(({ file }) => file === "docs/first-hook.md")
  .flatMap((page) => page.blocks)
  .filter(({ marks }) => marks.has("run by"));

test("every command of docs/first-hook.md works, in order, and prints what the page shows", {
  timeout: 1_200_000,
}, async () => {
  // A separate home, because the page writes into it. npm's cache may be warm.
  const home = { HOME: join(folder, "home"), npm_config_cache: ownNpmCache(folder) };
  const env = { ...home, npm_config_registry: registry.url, npm_config_yes: "true" };
  let cwd = folder;
  let printed = "";
  for (const { language, code, line, marks } of blocks) {
    const where = `docs/first-hook.md:${line}`;
    if (code === "npm run dev") {
      // It watches until Ctrl-C.
      await whileDevRuns(cwd, env, async (waitFor) => {
        printed = normalized(await waitFor("\n  sent "));
      });
    } else if (language === "sh") {
      // The next block continues in the folder where this one ended.
      const cwdFile = join(folder, "left");
      const { code: exit, output } = await run("sh", ["-ec", `${code}\npwd > '${cwdFile}'`], cwd, env);
      expect(exit, `${where}\n${output}`).toBe(0);
      cwd = readFileSync(cwdFile, "utf8").trim();
      printed = normalized(output);
    } else if (language === "text") {
      for (const text of code.split("\n")) expect(printed, where).toContain(normalized(text.trim()));
    } else {
      writeFileSync(join(cwd, marks.get("file") as string), `${code}\n`);
    }
  }
  expect(blocks.length).toBeGreaterThan(5);
});

/** Removes what differs between runs and machines. */
function normalized(text: string): string {
  return text.replaceAll(/\d+(\.\d+)? ms/g, "N ms").replaceAll(/"\/[^"]*\//g, '"/…/');
}
