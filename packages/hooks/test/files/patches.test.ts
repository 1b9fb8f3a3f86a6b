import { describe, expect, test } from "vitest";
import { deciding, SETTING } from "./deciding.js";
import { makeMachine } from "./machine.js";

const patchOf = (name: string) => `--- a/${name}\n+++ b/${name}\n@@ -0,0 +1 @@\n+x\n`;
const PROTECTED = patchOf(".claude/settings.json");
const HARMLESS = patchOf("src/main.ts");

const mailOf = (encoding: string, body: string) =>
  `From: a\nSubject: [PATCH] x\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: ${encoding}\n\n${body}`;
const codexOf = (header: string) => `*** Begin Patch\n*** ${header}\n+x\n*** End Patch\n`;

/** Returns what becomes of a command in a project with some patches. */
async function bash(command: string) {
  const machine = makeMachine();
  machine.file("work/shop/bad.patch", PROTECTED);
  machine.file("work/shop/good.patch", HARMLESS);
  machine.file(
    "work/shop/quoted.patch",
    'diff --git "a/.cl\\141ude/settings.json" "b/.cl\\141ude/settings.json"\nnew file mode 100644\n',
  );
  machine.file("work/shop/base64.mail", mailOf("base64", Buffer.from(PROTECTED).toString("base64")));
  machine.file(
    "work/shop/quoted.mail",
    mailOf("quoted-printable", PROTECTED.replaceAll("+", "=2B").replaceAll("-", "=2D")),
  );
  machine.file("work/shop/utf7.mail", `Content-Type: text/plain;\n charset="utf-7"\n\n${HARMLESS}`);
  machine.file("work/shop/plain.mail", mailOf("8bit", HARMLESS));
  machine.file("work/shop/indented.patch", PROTECTED.replaceAll(/^/gm, "   "));
  machine.file("work/shop/crossed.patch", PROTECTED.replaceAll(/^/gm, "X"));
  machine.file("work/shop/bad.codex", codexOf("Update File: .claude/settings.json"));
  machine.file("work/shop/hunk.txt", "@@ -1 +1 @@\n-x\n+y\n");
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
    "patch -p1 < indented.patch",
    "cat good.patch crossed.patch | patch -p1",
    `apply_patch <<'EOF'\n${codexOf("Add File: .claude/settings.json")}EOF`,
    `applypatch <<'EOF'\n${codexOf("Update File: src/main.ts\n*** Move to: .mcp.json")}EOF`,
    `cd src && apply_patch <<'EOF'\n${codexOf("Delete File: ../.git/hooks/pre-commit")}EOF`,
    `apply_patch '${codexOf("Add File: x\n  *** Update File: .mcp.json")}'`,
    `cat <<'EOF' | apply_patch\n${codexOf("Add File: .claude/settings.json")}EOF`,
    "apply_patch < bad.codex",
    'bash -lc "apply_patch < bad.codex"',
    'apply_patch "$(cat bad.codex)"',
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
    "git am base64.mail",
    "git am < quoted.mail",
    "git am utf7.mail",
    "git apply hunk.txt",
    "patch -p1 < hunk.txt",
    "./make-patch | apply_patch",
    "apply_patch < missing.codex",
    "apply_patch < hunk.txt",
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
  "git am plain.mail",
  "patch src/main.ts hunk.txt",
  `apply_patch <<'EOF'\n${codexOf("Update File: src/main.ts")}EOF`,
  `cd src && apply_patch <<'EOF'\n${codexOf("Add File: new.ts\n+*** Update File: .mcp.json")}EOF`,
  `apply_patch '${codexOf("Update File: src/main.ts\n*** Move to: src/index.ts")}'`,
  "git am --continue",
  "patch -p1 < good.patch",
  "patch --dry-run -p1 < bad.patch",
  "patch src/main.ts good.patch",
  "git update-index --assume-unchanged src/main.ts",
  "git update-index --cacheinfo 100644,abc,src/main.ts",
])("another patch is applied: %s", async (command) => {
  expect(await bash(command)).toBe("passes");
});
