import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { fakeHookSource, folder, GUARD } from "../config-folder.js";
import { AGENTS, NOT_MOVED, userFile } from "../doctor/agents.js";
import { agentHook } from "../run-command.js";

/** Creates an empty home with a hook that `add` and `remove` put into a host's file under any name. */
function home(host: string) {
  const path = folder();
  const hook = join(path, "guard.cjs");
  writeFileSync(
    hook,
    fakeHookSource({ ...GUARD, hosts: [...AGENTS], deadlines: { ...GUARD.deadlines, oneCallMs: 4500 } }),
  );
  const file = join(path, userFile(host));
  const run = async (args: readonly string[]) => {
    const { code, stderr } = await agentHook(["config", host, "--write", "--yes", ...args], {
      cwd: path,
      env: { ...NOT_MOVED, HOME: path },
    });
    expect(code, stderr).toBe(0);
  };
  return {
    path,
    file,
    read: () => readFileSync(file, "utf8"),
    write: (text: string) => {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    },
    copies: () => readdirSync(dirname(file)).filter((name) => name.includes(".bak")),
    add: (name: string) => run(["--name", name, "--", process.execPath, hook]),
    remove: (name: string) => run(["--remove", "--name", name]),
  };
}

/** The agents that have all hooks in one file. */
const SHARED = AGENTS.filter((host) => userFile(host, "a") === userFile(host, "b"));

describe("config --remove", () => {
  test.each(SHARED)("keeps the only copy of an older entry of another hook for %s", async (host) => {
    const { file, read, write, copies, add, remove } = home(host);
    await add("a");
    const original = read();
    await add("b");
    write(read().replaceAll("'6'", "'7'").replaceAll(" 6 ", " 7 "));
    expect(read()).not.toBe(original);
    const [copy = ""] = copies();
    await remove("b");
    expect(readFileSync(join(dirname(file), copy), "utf8")).toBe(original);
  });

  test.each(AGENTS)("leaves nothing of two hooks, in either order, for %s", async (host) => {
    for (const names of [
      ["a", "b"],
      ["b", "a"],
    ]) {
      const { path, file, add, remove } = home(host);
      await add("a");
      await add("b");
      await add("a");
      for (const name of names) await remove(name);
      expect(existsSync(file)).toBe(false);
      expect(readdirSync(path)).toEqual(["guard.cjs"]);
    }
  });

  test("keeps the user's file without a copy, although only empty lists are in it", async () => {
    const { file, read, write, copies, add, remove } = home("claude-code");
    const mine = '{"permissions":{"allow":[],"deny":[]}}\n';
    write(mine);
    await add("a");
    for (const name of copies()) rmSync(join(dirname(file), name));
    await remove("a");
    expect(read()).toBe(mine);
  });

  test("keeps a copy with a comment that the file has no longer", async () => {
    const { file, read, write, copies, add, remove } = home("gemini");
    write('{\n  // mine\n  "theme": "dark"\n}\n');
    await add("a");
    await add("b");
    write(read().replace("  // mine\n", ""));
    await remove("b");
    await remove("a");
    const texts = copies().map((name) => readFileSync(join(dirname(file), name), "utf8"));
    expect(texts.filter((text) => text.includes('"a"'))).toHaveLength(1);
  });

  test("keeps folders that a link leads to", async () => {
    const { path, file, add, remove } = home("claude-code");
    mkdirSync(join(path, "dotfiles/claude"), { recursive: true });
    symlinkSync(join(path, "dotfiles/claude"), join(path, ".claude"));
    await add("a");
    await remove("a");
    expect(existsSync(file)).toBe(false);
    expect(lstatSync(join(path, ".claude")).isSymbolicLink()).toBe(true);
    await add("a");
    expect(existsSync(file)).toBe(true);
  });
});
