import { describe, expect, it } from "vitest";
import { judgeCommand } from "../../src/shell/index.js";

const place = { cwd: "/home/ada/engine", home: "/home/ada" };
const judge = (command: string) => judgeCommand(command, place).decision;

describe("what git deletes or overwrites", () => {
  it.each([
    "git restore src/a.ts",
    "git checkout -- src/a.ts test/b.ts",
    "git checkout HEAD~3 src/a.ts",
    "git clean -fd build",
    "git branch -D topic",
    "git stash drop",
    "git tag -d v1",
    "git reflog delete HEAD@{1}",
    "git push origin --delete topic",
    "git push origin :topic",
    "git checkout-index -f src/a.ts",
  ])("by its name is a question: %s", (command) => expect(judge(command)).toBe("ask"));

  it.each([
    "git restore .",
    "git restore src/",
    "git checkout -- '*'",
    "git clean -fd",
    "git clean -fd build .",
    "git stash clear",
    "git reset --hard",
    'git checkout -- "$FILES"',
  ])("as a whole is denied: %s", (command) => expect(judge(command)).toBe("deny"));

  it("under another name overwrites nothing", () => {
    expect(judge("git checkout-index --prefix=out/ -a -f")).toBe("allow");
    expect(judge("git push --delete --dry-run origin topic")).toBe("allow");
  });
});
