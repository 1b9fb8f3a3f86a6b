import { describe, expect, test } from "vitest";
import { deciding, SETTING } from "./deciding.js";
import { makeMachine } from "./machine.js";

/** Returns what becomes of a command in a project. */
async function bash(command: string) {
  const machine = makeMachine();
  machine.file("work/shop/.claude/settings.json", "{}");
  machine.file("work/shop/node_modules/zod/index.js");
  return deciding(machine).tool("Bash", { command });
}

describe("a file that an option names as the output of a program is written", () => {
  test.each([
    "gcc -o .git/hooks/pre-commit main.c",
    "gcc -o.git/hooks/pre-commit main.c",
    "node_modules/.bin/esbuild src/x.ts --outfile=.claude/settings.json",
    "pandoc x.md --output .mcp.json",
    "tsc --outDir node_modules/zod",
    "openssl enc -base64 -in x -out .claude/settings.json",
    "strace -o .claude/settings.json ls",
    "/usr/bin/time --output=.claude/settings.json ls",
    "zstd -d x.zst -o .claude/settings.json",
    "git diff --output=.claude/settings.json",
    "git log -1 --format=%b --output .git/hooks/pre-commit",
    "git archive -o .claude/settings.json HEAD x",
    "git archive --output=.claude/settings.json HEAD x",
    "git format-patch -o .git/hooks HEAD~1",
    "cd .claude && git show --output=settings.json",
    "curl -o .mcp.json https://x.test/a",
    "curl -D .claude/settings.json https://x.test/a",
    "curl --output-dir .claude -o settings.json https://x.test/a",
    "wget -o .claude/settings.json https://x.test/a",
    "git config -f .claude/settings.json a.b c",
  ])("%s", async (command) => {
    expect(await bash(command)).toEqual(SETTING);
  });
});

describe("a program that puts files with unknown names into a folder of settings writes settings", () => {
  test.each([
    "tar xf x.tgz -C .claude",
    "tar -xzf x.tgz --directory=.git",
    "cat x.tgz | tar xz -C ~/.claude",
    "cd .claude && tar xf ../x.tgz",
    "cd ~ && tar xf /tmp/x.tgz",
    "tar xf x.tgz .claude/settings.json",
    "unzip x.zip -d .claude",
    "unzip -o x.zip .mcp.json",
    "cd .git && unzip ../x.zip",
    "7z x x.7z -o.claude",
    "cpio -idD .claude < x.cpio",
    "unrar x x.rar .claude/",
    "curl -O --output-dir .claude https://x.test/a",
    "curl -sSfLO --output-dir .claude https://x.test/settings.json",
    "wget -P .claude https://x.test/a",
    "wget --directory-prefix=.git/hooks https://x.test/a",
    "git clone https://x.test/a.git .claude",
    "git clone --depth 1 https://x.test/.claude",
    "git clone x ~/.claude",
    "git worktree add .git/hooks main",
    "tar xf x.tgz -C node_modules",
  ])("%s", async (command) => {
    expect(await bash(command)).toEqual(SETTING);
  });
});

describe("a file that the code of an editor or a filter names is written", () => {
  test.each([
    "sed 'w .claude/settings.json' x",
    "sed -n '/a/w .claude/settings.json' x",
    "sed -n -e '1,$w.claude/settings.json' x",
    "sed 's/a/b/w .claude/settings.json' x",
    "sed -e 's|a/b|c|gw .mcp.json' x",
    "awk '{print > \".claude/settings.json\"}' x",
    "awk '{ print $0 >> \".mcp.json\" }' x",
    "awk -v f=.claude/settings.json '{print > f}' x",
    "gawk -i inplace '{print}' .claude/settings.json",
    "perl -i -pe s/a/b/ .claude/settings.json",
    "perl -pi.bak -e s/a/b/ .claude/settings.json",
    "ruby -i -pe '$_.upcase!' .claude/settings.json",
    "printf 'a\\nx\\n.\\nw .claude/settings.json\\n' | ed -s x",
    "ed -s .claude/settings.json < script",
    "ex -sc '%s/a/b/|wq' .claude/settings.json",
    "vim -c 'w! .claude/settings.json' x",
    "vim -es x '+sav .mcp.json' +q",
    "nvim -c '%s/a/b/' -c wq .claude/settings.json",
    "split -n 1 --additional-suffix=n x .claude/settings.jso",
    "gunzip .claude/settings.json.gz",
    "xz -d .claude/settings.json.xz",
    "gzip -dk .claude/settings.json.gz",
    "xxd -r x .claude/settings.json",
    "find .claude -name settings.json -delete",
    "find .claude -name '*.json' -delete",
    "find . -path './.claude/*' -delete",
    "yq -i .a=1 .claude/settings.json",
    "prettier --write .claude/settings.json",
    "echo x | sponge .claude/settings.json",
    "git checkout other -- .claude/settings.json",
    "git restore --source=other .claude/settings.json",
  ])("%s", async (command) => {
    expect(await bash(command)).toEqual(SETTING);
  });
});

test.each([
  "gcc -O2 -o build/app main.c",
  "grep -o .claude/settings.json README.md",
  "git ls-files -o .claude",
  "ls -o .claude/settings.json",
  "[ -f a -o .git/config ]",
  "kubectl get pods -o json",
  "df -h --output /; grep -rn --output .git/config src",
  "terraform plan -out=tf.plan && yq -o=json x.yaml && ps -o pid,cmd && go build -o bin/app ./cmd",
  "rsync -o .git/config out/",
  "git diff --output=x.patch",
  "git format-patch -o patches HEAD~1",
  "git config --file .git/config user.name x",
  "git config -f .gitmodules submodule.x.path y",
  "git config -f .claude/settings.json --get a.b",
  "tar xzf x.tgz",
  "tar xf x.tgz -C vendor --strip-components=1",
  "tar tf x.tgz -C .claude",
  "tar xf x.tgz -O .claude/settings.json",
  "D=$(mktemp -d); tar tf x.tgz; unzip -l x.zip -d .claude; unzip -p x.zip .mcp.json",
  "unzip -qo x.zip -d build",
  "curl -sSLO https://x.test/a.tgz",
  "curl -s -o /dev/null -w '%{http_code}' https://x.test",
  "wget -q https://x.test/a.tgz -P vendor",
  "git clone https://x.test/a.git",
  "git clone --depth 1 -b main https://x.test/a vendor/a",
  "git worktree add .claude/worktrees/x -b x",
  "git worktree list",
  "sed 's/new .claude/old .claude/' README.md",
  "sed -n '/how .claude/,/x/p' README.md",
  "sed -e 's/w .mcp.json/y/' README.md",
  "awk '$1 > 5 {print $2}' x",
  "awk '{print > \"out.txt\"}' x",
  "awk -F: '{print}' .git/config",
  "perl -ne 'print if /x/' .claude/settings.json",
  "perl -Mutf8 -Ilib -e 'print 1' .claude/settings.json",
  "perl -pi -e s/a/b/ src/main.ts",
  "vim -c 'set nu' .claude/settings.json",
  "ex -sc '%s/a/b/|wq' src/main.ts",
  "gunzip -c .claude/settings.json.gz",
  "zcat .claude/settings.json.gz",
  "gunzip data.json.gz",
  "split -l 100 x part-",
  "xxd .claude/settings.json",
  "find . -name '*.pyc' -delete",
  "find . -path './dist/*' -delete",
  "prettier --write . && eslint --fix src && yq .a .claude/settings.json",
  "git checkout main && git checkout -- src/main.ts && git restore --staged .claude/settings.json",
  "find .git -name '*.lock' -delete",
  "find . -name node_modules -prune -o -name '*.snap' -delete",
  "npx tsc --outDir dist && npx esbuild src/main.ts --bundle --outfile=dist/main.js",
  "docker build -o out . && docker run -o x y",
])("other files are written: %s", async (command) => {
  expect(await bash(command)).toBe("passes");
});
