import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { filesInCommand } from "../src/dev/hook-files.js";
import { WatchedFiles } from "../src/dev/watched-files.js";
import { project } from "./temporary-folder.js";

test("the files in a command are its scripts and the files of its options, not the program", () => {
  const pathOf = project({ "main.py": "", ".env": "", "hook.sh": "" });
  const command = [
    pathOf("hook.sh"),
    `--env-file=${pathOf(".env")}`,
    pathOf("main.py"),
    pathOf("gone.mjs"),
    "--host",
    "codex",
  ];
  expect(filesInCommand(command)).toEqual(["hook.sh", ".env", "main.py", "gone.mjs"].map(pathOf));
  expect(filesInCommand([process.execPath, "run", "--import", "tsx"])).toEqual([]);
});

test("a folder to watch includes new files, but no hidden ones and no packages", async () => {
  const pathOf = project({
    "main.mjs": "",
    "rules/a.yaml": "",
    "rules/.git/index": "",
    "rules/node_modules/x/y.js": "",
  });
  const seen: string[] = [];
  let onSeen = () => {};
  const files = new WatchedFiles(["node", pathOf("main.mjs")], [pathOf("rules")], (changed) => {
    seen.push(...changed);
    onSeen();
  });
  onTestFinished(() => files.close());
  writeFileSync(pathOf("rules/.git/index"), "1");
  writeFileSync(pathOf("rules/node_modules/x/y.js"), "1");
  mkdirSync(pathOf("rules/more"));
  writeFileSync(pathOf("rules/b.tmp"), "1");
  renameSync(pathOf("rules/b.tmp"), pathOf("rules/more/b.yaml"));
  while (!seen.includes(pathOf("rules/more/b.yaml"))) {
    await new Promise<void>((resolve) => {
      onSeen = resolve;
    });
  }
  expect(new Set(seen.filter((file) => !file.endsWith(".tmp")))).toEqual(new Set([pathOf("rules/more/b.yaml")]));
});
