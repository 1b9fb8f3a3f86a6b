import { describe, expect, test } from "vitest";
import { deciding, SETTING } from "./deciding.js";
import { makeMachine } from "./machine.js";

const patchOf = (name: string) => `--- a/${name}\n+++ b/${name}\n@@ -0,0 +1 @@\n+x\n`;
const PROTECTED = patchOf(".claude/settings.json");
const HARMLESS = patchOf("src/main.ts");

/** Returns what becomes of a command in a project with some patches. */
async function bash(command: string) {
  const machine = makeMachine();
  machine.file("work/shop/bad.patch", PROTECTED);
  machine.file("work/shop/good.patch", HARMLESS);
  machine.file(
    "work/shop/quoted.patch",
    'diff --git "a/.cl\\141ude/settings.json" "b/.cl\\141ude/settings.json"\nnew file mode 100644\n',
  );
  machine.file("work/shop/renamed.patch", "diff --git a/x b/x\nrename from x\nrename to .mcp.json\n");
  return deciding(machine).tool("Bash", { command });
}

describe("a command that applies a patch to a protected file is a write of it", () => {
  test.each([
    `git apply <<'EOF'\n${PROTECTED}EOF`,
    `git apply - <<'EOF'\n${PROTECTED}EOF`,
    `cat <<'EOF' | git apply\n${PROTECTED}EOF`,
    `cat > /tmp/x.patch <<'EOF'\n${PROTECTED}EOF\ngit apply /tmp/x.patch`,
    `git apply <<< '${PROTECTED}'`,
    `printf '--- a/x\\n+++ b/.mcp.json\\n@@ -0,0 +1 @@\\n+x\\n' | git apply`,
    `patch -p1 <<'EOF'\n${PROTECTED}EOF`,
    `patch <<'EOF'\n--- .mcp.json\n+++ .mcp.json\n@@ -0,0 +1 @@\n+x\nEOF`,
    "git apply bad.patch",
    "git apply -R --index good.patch bad.patch",
    "git apply < bad.patch",
    "cat bad.patch | git apply",
    "cat good.patch bad.patch | git apply",
    "cp bad.patch /tmp/x.patch && git apply /tmp/x.patch",
    "git -C . am bad.patch",
    "git apply quoted.patch",
    "git apply renamed.patch",
    "git apply --stat --apply bad.patch",
    "patch -p1 -i bad.patch",
    "patch -p1 < bad.patch",
    "patch .mcp.json good.patch",
    "patch -d .claude settings.json good.patch",
    `cd src && git apply --directory=.claude -p1 <<'EOF'\n${patchOf("settings.json")}EOF`,
    "git update-index --add --cacheinfo 100644,abc,.claude/settings.json && git checkout-index -a",
    "git update-index --add --cacheinfo 100644 abc .claude/settings.json",
    "git update-index --cacheinfo=100644,abc,.mcp.json",
    "printf '100644 abc\\t.mcp.json\\n' | git update-index --index-info",
  ])("%s", async (command) => {
    expect(await bash(command)).toEqual(SETTING);
  });

  test.each([
    "./make-patch | git apply",
    "base64 -d x | git apply",
    "git apply missing.patch",
    "git show :evil.patch | git apply",
    "git diff --no-index a b | git apply",
    "git diff --dst-prefix=.claude/ | git apply",
    "git -c diff.dstPrefix=.claude/ diff | git apply",
    "git diff /tmp/a /tmp/b | git apply",
    "touch good.patch; ./fill-it; git apply good.patch",
    "git apply $PATCH",
    "sed s/x/y/ good.patch | patch -p1",
  ])("a patch of which nothing is known counts as one: %s", async (command) => {
    expect(await bash(command)).toEqual(SETTING);
  });
});

test.each([
  `git apply <<'EOF'\n${HARMLESS}EOF`,
  "git apply good.patch",
  "git apply --check bad.patch",
  "git apply --stat bad.patch",
  "cat good.patch | git apply",
  "git diff HEAD~1 -- src | git apply -R",
  "git stash show -p | git apply",
  "git diff > x.patch; git apply x.patch",
  "git am --abort",
  "git am --continue",
  "patch -p1 < good.patch",
  "patch --dry-run -p1 < bad.patch",
  "patch src/main.ts good.patch",
  "git update-index --assume-unchanged src/main.ts",
  "git update-index --cacheinfo 100644,abc,src/main.ts",
])("another patch is applied: %s", async (command) => {
  expect(await bash(command)).toBe("passes");
});
