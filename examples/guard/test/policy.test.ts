import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decide } from "../src/policy.js";

let home: string;
let workspace: string;

beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "guard-")));
  workspace = join(home, "workspace");
  mkdirSync(join(workspace, "notes", "old"), { recursive: true });
  mkdirSync(join(home, "elsewhere", "deep"), { recursive: true });
  mkdirSync(join(home, "workspace-of-another"));
  writeFileSync(join(home, "elsewhere", "secret.txt"), "");
  writeFileSync(join(workspace, "plain.txt"), "");
  symlinkSync(join(home, "elsewhere", "deep"), join(workspace, "out"));
  symlinkSync(join(home, "elsewhere", "secret.txt"), join(workspace, "secret.txt"));
  symlinkSync(join(home, "elsewhere", "not-yet.txt"), join(workspace, "dangling.txt"));
  symlinkSync(join(workspace, "notes"), join(workspace, "in"));
  symlinkSync(join(workspace, "notes", "old"), join(workspace, "old"));
  symlinkSync("loop", join(workspace, "loop"));
  symlinkSync(workspace, join(home, "door"));
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Returns `approved`, or the reason of the denial. */
async function decisionOn(tool: string, args: Record<string, unknown>, folder = workspace): Promise<string> {
  const decision = await decide({ tool, arguments: args }, folder);
  return decision.action === "approve" ? "approved" : decision.reason;
}

function write(path: unknown, folder?: string): Promise<string> {
  return decisionOn("write_file", { path, content: "x" }, folder);
}

describe("writing", () => {
  test.each([
    ["a new file", "new.txt"],
    ["a file that is there", "plain.txt"],
    ["a file in folders that are not there yet", "a/b/c.txt"],
    ["a name that begins with two dots", "..hidden"],
    ["a way back that stays inside", "notes/../plain.txt"],
    ["a link to a folder inside", "in/plain.txt"],
  ])("%s in the workspace is approved", async (_, path) => {
    expect(await write(`${workspace}/${path}`)).toBe("approved");
  });

  test.each([
    ["a way out", "../elsewhere/x.txt"],
    ["a way out through a folder that is not there", "missing/../../elsewhere/x.txt"],
    ["a sibling whose name begins like the workspace's", "../workspace-of-another/x.txt"],
    ["a link to a folder outside", "out/x.txt"],
    ["a new folder behind a link to the outside", "out/new/x.txt"],
    ["a link to a file outside", "secret.txt"],
    ["a way back that leaves through a link, though its text stays inside", "out/../plain.txt"],
    ["a way back whose text leaves, though the link leads back inside", "old/../../x.txt"],
    ["the workspace itself", "notes/.."],
  ])("%s is denied", async (_, path) => {
    expect(await write(`${workspace}/${path}`)).toBe(
      `write_file refused: only files under ${workspace} may be written`,
    );
  });

  test("an absolute path elsewhere is denied for each tool that writes", async () => {
    const path = join(home, "elsewhere", "secret.txt");
    const reason = `only files under ${workspace} may be written`;
    expect(await write(path)).toBe(`write_file refused: ${reason}`);
    expect(await decisionOn("append_file", { path, content: "x" })).toBe(`append_file refused: ${reason}`);
    expect(await decisionOn("edit_file", { path, old_text: "a", new_text: "b" })).toBe(`edit_file refused: ${reason}`);
  });

  test("a link with a missing target is denied: the write would create it outside", async () => {
    const reason = "write_file refused: the path goes through a link that leads nowhere; name the file itself";
    expect(await write(`${workspace}/dangling.txt`)).toBe(reason);
    expect(await write(`${workspace}/dangling.txt/x`)).toBe(reason);
    expect(await write(`${workspace}/dangling.txt/.`)).toBe(reason);
    expect(await write(`${workspace}/dangling.txt/`)).toBe("write_file refused: name a file, not a folder");
  });

  test("a path that cannot be followed is denied with the reason", async () => {
    expect(await write(`${workspace}/loop/x`)).toBe("write_file refused: the path cannot be followed (ELOOP)");
    expect(await write(`${workspace}/plain.txt/x`)).toBe("write_file refused: the path cannot be followed (ENOTDIR)");
    expect(await write(`${workspace}/a\0b`)).toBe(
      "write_file refused: the path cannot be followed (ERR_INVALID_ARG_VALUE)",
    );
  });

  test("a relative path is denied with an alternative, because PicoClaw may resolve it from another folder", async () => {
    for (const path of ["notes/x.txt", "./x.txt", "~/x.txt", "", "file:///etc/passwd"]) {
      expect(await write(path)).toBe(`write_file refused: write the whole path, beginning with ${workspace}/`);
    }
  });

  test("a workspace that is a link can be named by both names", async () => {
    const door = join(home, "door");
    expect(await write(join(door, "x.txt"), door)).toBe("approved");
    expect(await write(join(workspace, "x.txt"), door)).toBe("approved");
    expect(await write(`${door}/../elsewhere/x.txt`, door)).toContain("refused");
  });

  test.skipIf(process.platform !== "linux")(
    "a path through /proc is denied, also through a link: the agent's working folder is not the guard's",
    async () => {
      const reason = "write_file refused: the path leads through /proc or /dev/fd; name the file itself";
      symlinkSync("/proc/self/cwd", join(home, "elsewhere", "here"));
      symlinkSync(join(home, "elsewhere", "here"), join(workspace, "here"));
      expect(await write("/proc/self/cwd/x.txt", process.cwd())).toBe(reason);
      expect(await write(`/proc/${process.pid}/root${workspace}/x.txt`)).toBe(reason);
      expect(await write(join(workspace, "here", "x.txt"), process.cwd())).toBe(reason);
    },
  );

  test("a path with decomposed Unicode letters is denied: file systems treat it differently", async () => {
    const reason = "write_file refused: write the path in composed Unicode letters (NFC)";
    expect(await write(join(workspace, "e\u0301.txt"))).toBe(reason);
    expect(await write(join(workspace, "\u00e9.txt"))).toBe("approved");
  });

  test("a missing workspace lets nothing through", async () => {
    expect(await write(join(home, "gone", "x.txt"), join(home, "gone"))).toBe(
      "write_file refused: the path cannot be followed (ENOENT)",
    );
  });

  test("a hard link inside is approved: the README says that it cannot be detected", async () => {
    linkSync(join(home, "elsewhere", "secret.txt"), join(workspace, "hard.txt"));
    expect(await write(join(workspace, "hard.txt"))).toBe("approved");
  });
});

describe("arguments", () => {
  test.each([
    ["a list", ["/etc/passwd"]],
    ["an object", { toString: "/etc/passwd" }],
    ["a number", 7],
    ["nothing", undefined],
    ["null", null],
  ])("a path that is %s is denied", async (_, path) => {
    expect(await write(path)).toMatch(/^write_file refused: path: /);
    expect(await decisionOn("read_file", { path })).toMatch(/^read_file refused: path: /);
  });

  test("an unknown argument is denied, as is a misspelt path", async () => {
    const path = join(workspace, "x.txt");
    expect(await decisionOn("write_file", { path, content: "x", file: "/etc/passwd" })).toContain('"file"');
    expect(await decisionOn("write_file", { Path: path, content: "x" })).toContain("path: ");
    expect(
      await decisionOn("write_file", JSON.parse(`{"path":"${path}","content":"x","__proto__":{"path":"/"}}`)),
    ).toContain("write_file refused");
  });

  test("other arguments of the wrong type are denied, and no value is repeated", async () => {
    const path = join(workspace, "x.txt");
    expect(await decisionOn("write_file", { path, content: { hidden: 1 } })).toMatch(/^write_file refused: content: /);
    expect(await decisionOn("write_file", { path, content: "x", overwrite: "hidden" })).toMatch(
      /overwrite: (?!.*hidden)/,
    );
    expect(await decisionOn("read_file", { path, offset: "hidden" })).toMatch(/offset: (?!.*hidden)/);
  });
});

describe("tools", () => {
  test.each([
    ["list_dir", { path: "/" }],
    ["read_file", { path: "notes.txt", offset: 0, length: 100 }],
    ["load_image", { path: "cat.png" }],
    ["find_skills", { query: "weather", limit: 3 }],
    ["subagent", { task: "look around" }],
  ])("%s is read-only and approved", async (tool, args) => {
    expect(await decisionOn(tool, args)).toBe("approved");
  });

  test("exec is denied with an alternative", async () => {
    expect(await decisionOn("exec", { action: "run", command: "ls" })).toBe(
      "exec refused: this agent runs no commands; use the file tools, or ask the user to run it",
    );
  });

  test.each(["web_fetch", "install_skill", "mcp_files_write", "EXEC", "write_file ", "constructor", "__proto__", ""])(
    "%j is not on the list and is denied with an alternative",
    async (tool) => {
      expect(await decisionOn(tool, {})).toBe(
        `${tool} refused: it is not on the guard's list; do without it, or ask the user to allow it there`,
      );
    },
  );
});
