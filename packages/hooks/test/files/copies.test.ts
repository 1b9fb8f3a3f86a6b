import { describe, expect, test } from "vitest";
import { deciding, SETTING } from "./deciding.js";
import { makeMachine } from "./machine.js";

/** Returns what becomes of a command in a project with folders to copy. */
async function bash(command: string) {
  const machine = makeMachine();
  const { home } = machine;
  const files = (folder: string, ...names: string[]) => {
    for (const name of names) machine.file(`work/shop/${folder}/${name}`, "{}");
  };
  files(".claude", "settings.json");
  files("node_modules/zod", "index.js");
  files("src/evil", "settings.json", "hooks/x.sh");
  files("src/hooks", "pre-commit");
  files("src/skills", "x/SKILL.md", "x/hooks/x.ts");
  files("src/root", ".claude/settings.json");
  files("src/app", "index.ts", "a/b.ts", "node_modules/zod/index.js");
  files("src/notes", "a.md", "b.md");
  files("dist", "index.js");
  files("src/packages/zod", "index.js");
  machine.link("work/shop/src/link", `${home}/work/shop/src/evil`);
  machine.file(".claude/settings.json");
  const many = command.includes("many") ? 1200 : 0;
  for (let number = 0; number < many; number += 1) machine.file(`work/shop/src/many/${number}.txt`);
  return deciding(machine).tool("Bash", { command });
}

describe("a copy that merges a folder into a folder of settings is a write of settings", () => {
  test.each([
    "cp -r src/evil/. .claude/",
    "cp -r src/evil/ .claude",
    "cp -a src/skills .claude",
    "cp -rT src/hooks .git/hooks",
    "cp -rT src/root .",
    "cp --recursive -t .claude src/skills",
    "rsync -a src/evil/ .claude/",
    "rsync -r src/hooks .git",
    "cp -r src/link/. .claude/",
    "rclone copy src/evil .claude",
    "ditto src/evil .claude",
    "cp -r src/root/. .",
    "cp -r src/packages/. node_modules/",
    "cp -r src/app/. .",
    "cp -r src/evil/* .claude/",
    "cp -r src/evil/. ~/.claude/",
    "cd src && cp -R evil/. ../.claude",
    "cp -r src/evil new && cp -r new/. .claude",
  ])("%s", async (command) => {
    expect(await bash(command)).toEqual(SETTING);
  });

  test.each([
    "cp -r src/missing/. .claude/",
    "cp -r src/many/. .claude/",
    "touch src/notes/c.md; cp -r src/notes/. .claude/",
    "rsync -a host:evil/ .claude/",
    "scp -r host:evil .claude",
    "scp 'host:evil/*' .claude/",
    "cp -r $SOURCE .claude/",
  ])("also if the files of the folder are not known: %s", async (command) => {
    expect(await bash(command)).toEqual(SETTING);
  });

  test.each([
    "cp -r src/app dist/",
    "cp -r dist/. public/",
    "mkdir -p public && cp -r dist/. public/",
    "rsync -a build/ out/",
    "rsync -a --delete dist/ out/",
    "cp -r src/app .",
    "cp -r src/many/. .",
    "cp -r src/app src/other",
    "cp -r . ~/tmp/copy",
    "cp -r src/notes/. .claude/",
    "cp -r src/notes .claude/",
    "cp -r $SOURCE dist/",
    "scp -r host:build dist",
    "npm run build && cp -r build/* dist/",
  ])("other folders are copied: %s", async (command) => {
    expect(await bash(command)).toBe("passes");
  });
});

describe("a pattern in the path of a written file counts as the files that it selects", () => {
  test.each([
    "cp src/evil/settings.json .cl*/",
    "cp src/evil/settings.json .cl*/settings.json",
    "mv src/evil/settings.json .c[l]aude/settings.json",
    "echo x | tee .cl*/settings.json",
    "echo x > .cl*/settings.json",
    "ln -sf ../src/evil/settings.json .c?aude/settings.json",
    "sed -i s/a/b/ .cl*/settings.json",
    "rm .claude/set*.json",
    "rm .cl*/*",
    "echo x >> .g*t/config",
    "echo x >> .*/config",
    "echo x >> ~/.cl*/settings.json",
    "echo x > node_mod*/zod/index.js",
    "mkdir .codex && echo x > .cod*/config.toml",
    "cd .cl* && echo x > settings.json",
    "echo x > .claude/$NAME",
    "echo x > .cl$X/settings.json",
    "mv .cl* away",
  ])("%s", async (command) => {
    expect(await bash(command)).toEqual(SETTING);
  });

  test.each([
    "cp src/evil/* .claude/",
    "cp src/*/settings.json .claude/",
    "ln -s ../src/evil/* .claude/",
    "mv src/evil/* .claude/",
    'for f in src/evil/*; do cp "$f" .claude/; done',
    "for f in src/evil/*; do cp $f .claude/; done",
    "find src/evil -type f -exec cp {} .claude/ ';'",
    "find src -name '*.json' -exec cp {} .claude/ ';'",
    "ls src/evil | xargs -I{} cp src/evil/{} .claude/",
    "cp src/missing/* .claude/",
  ])("also if the source is the pattern: %s", async (command) => {
    expect(await bash(command)).toEqual(SETTING);
  });

  test.each([
    "rm *.json",
    "rm -f dist/*.js src/**/*.snap",
    "cp src/notes/*.md .claude/",
    "cp src/app/*.ts dist/",
    'for f in src/app/*.ts; do cp "$f" dist/; done',
    'for f in src/notes/*; do sed -i s/a/b/ "$f"; done',
    'echo x > "$OUT"',
    "echo x > src/$NAME.ts",
    "echo x > packages/$NAME/config",
    "rm -f .git/*.lock",
    "rm -rf node_modules/.cache/*",
    "rm -f .coverage.* .eslintcache*",
    "mv src/app/*.ts src/notes/",
    "echo x > dist/$X/index.js",
    "find src/app -name '*.ts' -exec cp {} dist/ ';'",
    "find src -type f -exec cp {} dist/ ';'",
  ])("other files are written: %s", async (command) => {
    expect(await bash(command)).toBe("passes");
  });
});
